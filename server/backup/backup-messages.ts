import type { StorageLocation } from '#server/config/storage-location.ts';

/** The messages between the server and the process that makes a backup. */
export interface BackupTask {
  /** Writing a backup, or restoring one on trial; each in a process of its own, whose memory is free afterwards. */
  step: 'write' | 'drill';
  folder: string;
  passphrase?: string | undefined;
  previous?: string | undefined;
  kind: 'embedded' | 'server';
  /** Holds the copy of the embedded database. */
  dataDir: string;
  databaseUrl: string | undefined;
  storage: StorageLocation;
  secret: string | undefined;
}

export interface BackupOutcome {
  createdAt: string;
  rows: number;
  photos: number;
  /** Bytes of the originals. */
  bytes: number;
  missing: number;
  damaged: number;
}

/** Null: the backup was restored on trial. */
export type FromBackupProcess = { outcome: BackupOutcome | null } | { error: string; isForeseen: boolean };
