import { join } from 'node:path';
import { freePort } from '#scripts/support/free-port.ts';
import { preparedDataDir, type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { test } from './test.ts';

const shift = join(import.meta.dirname, '../../support/programs/shift-clock.mjs');

interface ServerAtAnyTime {
  url: string;
  /** Starts it again with a clock that is so many milliseconds ahead. */
  restartAhead(ms: number): Promise<void>;
}

/** A server of its own for each test of a file, at an address for passkeys. */
export function serverAtAnyTime(): ServerAtAnyTime {
  let port: number;
  let folder: Awaited<ReturnType<typeof preparedDataDir>>;
  let running: ServerProcess;
  const start = (ahead = 0) =>
    startServer({
      dataDir: folder.dataDir,
      port,
      until: '/healthz',
      env: {
        DATABASE_URL: '',
        FACE_WORKERS: '1',
        PUBLIC_URL: server.url,
        ...(ahead && { NODE_OPTIONS: `--import=${shift}`, CLUBLENS_TEST_CLOCK_AHEAD: String(ahead) }),
      },
    });
  const server: ServerAtAnyTime = {
    url: '',
    async restartAhead(ms) {
      await running.kill('SIGTERM');
      running = await start(ms);
    },
  };
  test.beforeEach(async () => {
    port = await freePort();
    folder = await preparedDataDir();
    server.url = `http://localhost:${port}`;
    running = await start();
  });
  test.afterEach(async () => {
    await running.kill('SIGTERM');
    await folder.remove();
  });
  return server;
}
