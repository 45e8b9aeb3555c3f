import { AbortMultipartUploadCommand, ListMultipartUploadsCommand, type S3Client } from '@aws-sdk/client-s3';

/** Younger ones may be those of another process. */
const UNFINISHED_MS = 60 * 60 * 1000;

/**
 * Aborts uploads in parts that a killed process left: their parts are kept, and paid for, but are no files. At most a
 * thousand at a time; the next time finds the rest.
 */
export async function abortUnfinishedUploads(
  client: S3Client,
  bucket: string,
  prefix: string,
): Promise<void> {
  try {
    const wanted = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix });
    const { Uploads = [] } = await client.send(wanted);
    for (const { Key, UploadId, Initiated } of Uploads)
      if (Date.now() - (Initiated?.getTime() ?? Date.now()) > UNFINISHED_MS)
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
  } catch {
    // Some services cannot list them, some operators do not allow it, and one that is away is asked again later.
  }
}
