import type { Needs } from '#server/app-context.ts';
import type { BackupStatus } from '#server/contract/schemas/backups.ts';
import { findLastProof, findLatestBackupRun } from './backup-runs.repository.ts';

/** What administrators read about the backups that the server makes by itself. */
export async function getBackupStatus({ db, backup }: Needs<'db' | 'backup'>): Promise<BackupStatus> {
  if (!backup) return { is_set_up: false, at: null, keep: null, proven_at: null, latest: null };
  const latest = await findLatestBackupRun(db, backup.dir);
  const proven = await findLastProof(db, backup.dir);
  return {
    is_set_up: true,
    at: backup.at,
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
