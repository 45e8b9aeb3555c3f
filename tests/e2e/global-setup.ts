import { startServer, temporaryDataDir } from '#tests/support/server-process.ts';

/** Starts one server for all browser tests; the address reaches the workers through the environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { dataDir, remove } = await temporaryDataDir();
  const server = await startServer({ dataDir });
  process.env.CLUBLENS_E2E_URL = server.url;
  return async () => {
    await server.kill('SIGTERM');
    await remove();
  };
}
