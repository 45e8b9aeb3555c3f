import type { BigInteger, Timestamp, TimestampWithDefault } from './column-type-aliases.ts';

/** Backups that were made of this installation. */

export interface BackupRunTable {
  id: string;
  folder: string;
  started_at: TimestampWithDefault;
  lease_until: Timestamp;
  finished_at: Timestamp | null;
  photos: number | null;
  bytes: BigInteger | null;
  faulty_originals: number | null;
  error: string | null;
  proven_at: Timestamp | null;
  proof_error: string | null;
}
