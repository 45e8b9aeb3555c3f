import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { describeStorage } from '#server/config/storage-location.ts';
import type { Config } from '../config/config.ts';
import { loadKeptRandomText } from '../config/jwt-secret.ts';
import { StartError } from '../config/start-error.ts';
import type { DB } from '../db/tables.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../logger.ts';
import { createLeasedLeadership, type Leadership } from './leadership.ts';
import {
  type EngineFacts,
  endProcess,
  hasProcessOfOtherInstallation,
  reportProcess,
  type ServerProcess,
} from './processes.repository.ts';

const BEAT_MS = 5_000;

export interface Presence extends Leadership {
  stop(): Promise<void>;
}

type Options = {
  db: Kysely<DB>;
  config: Pick<Config, 'role' | 'storage' | 'jwtSecret'>;
  log: Logger;
  /** Null: no engine, or not ready. */
  engineFacts(): EngineFacts | null;
  /** Called at each beat. */
  onBeat(): Promise<void>;
};

/**
 * Joins the processes that run on one database server: writes every few seconds that this one runs, and leads where no
 * other does, unless its role is `web` (leadership.ts).
 * @throws StartError when a process runs there that has another secret or another place of photos
 */
export async function joinProcesses({ db, config, log, engineFacts, onBeat }: Options): Promise<Presence> {
  const me: ServerProcess = {
    id: newId(),
    role: config.role,
    shares: fingerprint(config),
    startedAt: new Date(),
  };
  if (await hasProcessOfOtherInstallation(db, me))
    throw new StartError(
      'A Clublens process with another DATA_DIR, STORAGE_URL or JWT_SECRET runs on this database. Processes on one database need the ' +
        'same JWT_SECRET and the same bucket, or folder of photos on a disk that all of them reach. Stop the other one, or use its settings.',
    );
  const leadership = createLeasedLeadership(db, me.id);
  const beat = async () => {
    await reportProcess(db, me, engineFacts());
    if (config.role !== 'web' && (await leadership.renew()))
      log.info({ process: me.id }, 'housekeeping is done by this process');
    await onBeat();
  };
  await beat();
  let beating: Promise<void> | undefined;
  const timer = setInterval(() => {
    beating ??= beat()
      .catch((error: unknown) => log.warn({ err: error }, 'this process could not show that it is alive'))
      .finally(() => {
        beating = undefined;
      });
  }, BEAT_MS);
  timer.unref();
  return {
    isLeader: leadership.isLeader,
    onBecomeLeader: leadership.onBecomeLeader,
    async stop() {
      clearInterval(timer);
      await beating;
      await leadership.release();
      await endProcess(db, me.id);
    },
  };
}

function fingerprint({ storage, jwtSecret }: Options['config']): string {
  const store = storage.s3 ? describeStorage(storage) : loadKeptRandomText(join(storage.folder, 'store-id'));
  return createHmac('sha256', jwtSecret).update(`processes ${store}`).digest('base64url');
}
