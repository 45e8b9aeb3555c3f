import express, { type Router } from 'express';
import type { Services } from '#server/create-services.ts';

type Part = 'database' | 'models' | 'storage';

const DATABASE_ANSWERS_WITHIN_MS = 3_000;

/** /healthz: the process is up. /readyz: it can work; 503 and which part is missing otherwise. */
export function healthRouter(services: Pick<Services, 'database' | 'engine' | 'files'>): Router {
  const router = express.Router();
  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'up' });
  });
  router.get('/readyz', async (_req, res) => {
    const checks: Partial<Record<Part, boolean>> = {
      database: await answers(() => services.database.ping(DATABASE_ANSWERS_WITHIN_MS)),
      // A process that only answers requests is ready without the models: photos wait until a worker has them.
      ...(services.engine.state() !== 'elsewhere' && { models: services.engine.state() === 'ready' }),
      // Also false where uploads would be refused: less than `defaultLeastFreeSpace` is free (storage/free-disk-space.ts).
      storage: await answers(() => services.files.store.requireWritableWithFreeSpace()),
    };
    const ready = Object.values(checks).every(Boolean);
    res
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: ready ? 'ready' : 'not ready', checks });
  });
  return router;
}

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch {
    return false; // the answer of a health check is exactly this
  }
}
