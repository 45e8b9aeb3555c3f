import type { Generated, GeneratedAlways } from 'kysely';
import type { BigInteger, Timestamp, TimestampWithDefault } from './column-type-aliases.ts';

/** Photos, those on their way, and those chosen for one download. */

export interface PhotoTable {
  id: string;
  gallery_id: string;
  uploaded_by: string | null;
  filename: string;
  relative_path: string | null;
  /** Of the bytes that are kept. */
  sha256: Buffer;
  /** Of the bytes that a guest sent, before their metadata were removed. Null: they are kept as they were sent. */
  sent_sha256: Buffer | null;
  mime: string;
  bytes: BigInteger;
  width: number;
  height: number;
  taken_at: Timestamp | null;
  thumbhash: string | null;
  original_key: string;
  rendition_version: Generated<number>;
  created_at: TimestampWithDefault;
  /** The order in a gallery: `taken_at`, or infinity (a number in JavaScript) for photos without a time, which come last. */
  sort_at: GeneratedAlways<Date | number>;
}

/** Sums over the photos, written by the trigger of migrations/20261122T2346-storage-totals.ts alone. */
export interface GalleryStorageTable {
  gallery_id: string;
  photos: number;
  bytes: BigInteger;
}

export interface UploaderStorageTable {
  user_id: string;
  photos: number;
  bytes: BigInteger;
}

export interface ResumableUploadTable {
  id: string;
  gallery_id: string;
  /** The account that sends it. Null: a guest does, by a link. */
  uploaded_by: string | null;
  share_link_id: string | null;
  guest_hash: string | null;
  guest_name: Generated<string>;
  filename: string;
  relative_path: string | null;
  bytes: BigInteger;
  created_at: Timestamp;
  /** What it became: a photo, or one that waits for an editor. */
  photo_id: string | null;
}

export interface DownloadSelectionTable {
  id: string;
  /** Null: of all galleries, chosen by a link to one person. */
  gallery_id: string | null;
  photo_ids: string[];
  created_at: TimestampWithDefault;
}
