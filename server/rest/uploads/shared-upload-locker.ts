import { setTimeout as delay } from 'node:timers/promises';
import { ERRORS, type Lock, type Locker, MemoryLocker, type RequestRelease } from '@tus/server';
import type { Needs } from '#server/app-context.ts';
import { newId } from '#server/ids.ts';
import { releaseLease, takeLease } from '#server/processes/leases.repository.ts';

const LEASE_MS = 20_000;
const RENEW_MS = 5_000;
const TRY_EVERY_MS = 200;
/** As long as the library waits within one process; the client then tries again by itself. */
const WAIT_MS = 30_000;

/** Lets one request at a time bring bytes of an upload, whichever process of the installation it reached. */
export function sharedUploadLocker({ db, log }: Needs<'db' | 'log'>): Locker {
  const ofThisProcess = new MemoryLocker();
  return { newLock: (id) => leaseLock(`upload ${id}`, ofThisProcess.newLock(id)) };

  function leaseLock(name: string, local: Lock): Lock {
    const owner = newId();
    let renewal: NodeJS.Timeout | undefined;
    const take = () => takeLease(db, name, owner, LEASE_MS);
    return {
      async lock(signal: AbortSignal, requestRelease: RequestRelease) {
        await local.lock(signal, requestRelease);
        try {
          const giveUpAt = Date.now() + WAIT_MS;
          while (!(await take())) {
            if (signal.aborted || Date.now() > giveUpAt) throw ERRORS.ERR_LOCK_TIMEOUT;
            await delay(TRY_EVERY_MS);
          }
        } catch (error) {
          await local.unlock();
          throw error;
        }
        renewal = setInterval(() => {
          take().catch((error: unknown) => log.warn({ err: error }, 'the lock of an upload was not renewed'));
        }, RENEW_MS);
      },
      async unlock() {
        clearInterval(renewal);
        await releaseLease(db, name, owner).catch((error: unknown) =>
          log.warn({ err: error }, 'the lock of an upload ends by itself'),
        );
        await local.unlock();
      },
    };
  }
}
