import { freePort } from '#scripts/support/free-port.ts';
import { type Call, caller } from '#tests/support/actors.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { preparedDataDir, startServer, TEST_ADMIN } from '#tests/support/server-process.ts';

export interface ServerWithMail {
  url: string;
  mails: MailServer;
  /** Signs in through the API. */
  as(username: string, password: string): Promise<Call>;
  admin(): Promise<Call>;
  close(): Promise<void>;
}

/** A server of its own that sends mail: the one of the other browser tests has none. */
export async function startServerWithMail(): Promise<ServerWithMail> {
  const mails = await startMailServer();
  const { dataDir, remove } = await preparedDataDir();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startServer({
    dataDir,
    port,
    until: '/healthz',
    env: {
      DATABASE_URL: '',
      FACE_WORKERS: '1',
      SMTP_URL: mails.url,
      MAIL_FROM: 'TSV Nord <photos@club.example>',
      PUBLIC_URL: url,
    },
  });
  const as = async (username: string, password: string) => {
    const form = new URLSearchParams({ username, password });
    const { status, body } = await caller(url)<{ access_token: string }>('POST', '/auth/login', form);
    if (status !== 200) throw new Error(`HTTP ${status}: ${JSON.stringify(body)}`);
    return caller(url, body.data.access_token);
  };
  return {
    url,
    mails,
    as,
    admin: () => as(TEST_ADMIN.username, TEST_ADMIN.password),
    close: async () => {
      await server.kill('SIGTERM');
      await mails.close();
      await remove();
    },
  };
}
