import type { Needs } from '#server/app-context.ts';
import type { BackupStatus } from '#server/contract/schemas/backups.ts';
import {
  findLastBackup,
  findLastProof,
  findLatestBackupRun,
  findNamedFolder,
} from './backup-runs.repository.ts';

/** What administrators read about the backups that the server makes. */
export async function getBackupStatus({ db, backup }: Needs<'db' | 'backup'>): Promise<BackupStatus> {
  const folder = backup.dir ?? (await findNamedFolder(db));
  const latest = folder === null ? undefined : await findLatestBackupRun(db, folder);
  const proven = folder === null ? null : await findLastProof(db, folder);
  return {
    is_set_up: backup.dir !== undefined,
    folder,
    made_at: (await findLastBackup(db, ''))?.toISOString() ?? null,
    at: backup.dir === undefined ? null : backup.at,
    keep: backup.keep,
    proven_at: proven?.toISOString() ?? null,
    latest: latest
      ? {
          started_at: latest.started_at.toISOString(),
          finished_at: latest.finished_at?.toISOString() ?? null,
          is_running: !latest.finished_at && latest.lease_until > new Date(),
          photos: latest.photos,
          bytes: latest.bytes,
          faulty_originals: latest.faulty_originals,
          error: latest.error,
          proof_error: latest.proof_error,
        }
      : null,
  };
}
