/** What the process of a backup is told and what it answers. */
export interface BackupTask {
  folder: string;
  passphrase?: string | undefined;
  previous?: string | undefined;
  kind: 'embedded' | 'server';
  /** Holds the copy of the embedded database. */
  dataDir: string;
  databaseUrl: string | undefined;
  photosDir: string;
  secret: string | undefined;
  /** Where restoring it is tried; undefined: it is not. */
  drillDir: string | undefined;
}

export interface BackupOutcome {
  createdAt: string;
  rows: number;
  photos: number;
  /** Of the originals. */
  bytes: number;
  missing: number;
  damaged: number;
  /** Whether restoring it was tried, and what went wrong. */
  proof: { error: string | null } | null;
}

export type FromBackupProcess = { outcome: BackupOutcome } | { error: string; isForeseen: boolean };
