import type { S3Location } from './parse-storage-url.ts';

export interface S3Settings extends S3Location {
  region: string;
  /** Never logged. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };
}

/** Where photos are kept. */
export interface StorageLocation {
  /** A folder of this machine: holds the photos, or with S3 only files on their way there. */
  folder: string;
  /** Undefined: photos are files in the folder. */
  s3: S3Settings | undefined;
}

/** Tells places apart: buckets of the same name may stand at several services. */
export const identifyStorage = (storage: StorageLocation): string =>
  `${describeStorage(storage)} ${storage.s3?.endpoint ?? ''}`.trim();

/** The place of the photos in words, for the operator. */
export const describeStorage = ({ folder, s3 }: StorageLocation): string =>
  s3 ? `s3://${s3.bucket}/${s3.prefix}` : folder;
