import type { FullConfig } from '@playwright/test';
import { prepareTemplate } from '#tests/support/prepare-template.ts';
import { preparedDataDir, startServer } from '#tests/support/server-process.ts';
import { setServerUrl } from './support/server-url.ts';

/** Starts a server for each worker, so that what one test changes for everybody is seen by no other. */
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  await prepareTemplate();
  const stops = await Promise.all(Array.from({ length: workers }, (_, index) => startServerFor(index)));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

async function startServerFor(worker: number): Promise<() => Promise<void>> {
  const { dataDir, remove } = await preparedDataDir();
  // Recognition leaves the cores to the browsers.
  const server = await startServer({ dataDir, env: { FACE_WORKERS: '1' } });
  setServerUrl(server.url, worker);
  return async () => {
    await server.kill('SIGTERM');
    await remove();
  };
}
