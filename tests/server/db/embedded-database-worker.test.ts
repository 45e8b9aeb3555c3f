import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { bareFolder, codeFolder, TEST_SERVER_URL } from '#tests/support/test-settings.ts';

const program = `
  import { superviseEmbeddedDatabase } from '#server/db/embedded-database-supervisor.ts';
  import pg from 'pg';
  const [folder] = process.argv.slice(1);
  const log = { info() {}, warn: console.warn, error: console.error };
  const running = await superviseEmbeddedDatabase(folder, log);
  const client = new pg.Client({ ...(await running.address(1_000)), user: 'postgres', database: 'postgres' });
  await client.connect();
  const long = 'select 1 where ' + Array(400).fill('1 = 1').join(' and ');
  for (let i = 0; i < 60; i++) await client.query(long);
  await client.end();
  await running.stop();
`;

it.skipIf(TEST_SERVER_URL)(
  'parses many statements without V8 taking hundreds of megabytes to optimise the parser',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clublens-test-'));
    try {
      await cp(join(bareFolder(), 'database'), join(folder, 'database'), { recursive: true });
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          '--trace-wasm-compilation-times',
          '--input-type=module',
          '--eval',
          program,
          join(folder, 'database'),
        ],
        { env: { ...process.env, NODE_COMPILE_CACHE: codeFolder() }, maxBuffer: 64 * 2 ** 20 },
      );
      const optimised = [...stdout.matchAll(/using TurboFan, took \d+ ms and (\d+) \//g)].map(([, bytes]) =>
        Number(bytes),
      );
      expect(optimised.length).toBeGreaterThan(3);
      expect(Math.max(...optimised)).toBeLessThan(200e6);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
