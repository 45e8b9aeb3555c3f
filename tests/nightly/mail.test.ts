import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#scripts/support/free-port.ts';
import type { MailStatus } from '#server/contract/schemas/mail.ts';
import { openDatabase } from '#server/db/database.ts';
import { createLogger } from '#server/logger.ts';
import { caller } from '#tests/support/actors.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import {
  preparedDataDir,
  type ServerProcess,
  startServer,
  TEST_ADMIN,
} from '#tests/support/server-process.ts';

let dataDir: string;
let remove: () => Promise<void>;
let mails: MailServer;
let port: number;
let server: ServerProcess;

const start = async () => {
  const env = {
    DATABASE_URL: '',
    FACE_WORKERS: '1',
    SMTP_URL: mails.url,
    MAIL_FROM: 'photos@club.example',
    LOG_LEVEL: 'info',
  };
  server = await startServer({ dataDir, port, env });
};

beforeAll(async () => {
  ({ dataDir, remove } = await preparedDataDir());
  mails = await startMailServer();
  port = await freePort();
  await start();
});
afterAll(async () => {
  await server?.kill('SIGKILL');
  await mails?.close();
  await remove?.();
});

const ask = async () => {
  const form = new URLSearchParams({ username: TEST_ADMIN.username, password: TEST_ADMIN.password });
  const { body } = await caller(server.url)<{ access_token: string }>('POST', '/auth/login', form);
  return caller(server.url, body.data.access_token);
};

/** Makes waiting jobs due, while no server has the database open: their pauses are minutes. */
async function letPausesPass(): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, createLogger('silent'));
  await database.db
    .updateTable('job')
    .set({ run_at: new Date(0) })
    .where('state', '=', 'waiting')
    .execute();
  await database.close();
}

test('a server killed between the cause of a mail and the mail hands it over once', {
  timeout: 600_000,
}, async () => {
  mails.refuse = { at: 'connect', code: 421, text: 'come back later' };
  const call = await ask();
  for (let i = 0; i < 3; i += 1) expect((await call('POST', '/mail/test')).status).toBe(202);
  await server.kill('SIGKILL');
  expect(mails.received).toEqual([]);

  mails.refuse = null;
  await letPausesPass();
  await start();
  await mails.until(3);
  // The rows are marked after the mail server's answer; a clean stop waits for that.
  await server.kill('SIGTERM');
  await letPausesPass();
  await start();
  const { body } = await (await ask())<MailStatus>('GET', '/mail/status');
  expect(body.data).toMatchObject({ waiting: 0, failed: 0, sent_last_day: 3 });
  const ids = mails.received.map(({ mail }) => mail.messageId);
  expect(new Set(ids).size).toBe(3);
  expect(ids).toHaveLength(3);
  expect(server.output()).not.toContain(TEST_ADMIN.email);
});
