import { createMailTransport } from '#server/features/administration/mail/sending/mail-transport.ts';
import { sendMail } from '#server/jobs/handlers/send-mail.ts';
import { createJobQueue } from '#server/jobs/queue.ts';
import type { JobRunner } from '#server/jobs/runner.ts';
import { letTimePass, testRunner } from './jobs.ts';
import { type MailServer, type ReceivedMail, startMailServer } from './mail-server.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** The token of the first link in a mail to this page of the client. */
export function tokenIn(received: ReceivedMail | undefined, page: string): string {
  const [, token] = new RegExp(`${page}#([\\w.-]+)`).exec(received?.mail.text ?? '') ?? [];
  if (!token) throw new Error(`No link to ${page} in the mail`);
  return token;
}

export interface MailApp {
  app: TestApp;
  mails: MailServer;
  /** Runs what is due; answers the mails that arrived since the last call. */
  deliver(): Promise<MailServer['received']>;
  /** The same, as if every pause were over. */
  deliverAll(): Promise<MailServer['received']>;
  close(): Promise<void>;
}

const settings = { from: 'TSV Nord <photos@club.example>', publicUrl: 'https://photos.club.example' };

/** A server whose mails go to a mail server of the test. */
export async function startMailApp(publicUrl: string | null = settings.publicUrl): Promise<MailApp> {
  const mails = await startMailServer();
  const mail = { ...settings, publicUrl };
  const app = await startTestApp({ mail });
  // Jobs are stored and run, unlike in other tests.
  Object.assign(app.ctx.jobs, createJobQueue());
  const mailTransport = createMailTransport({ ...mail, smtpUrl: mails.url });
  const runner: JobRunner = testRunner(app.database, {
    'send-mail': sendMail({ ...app.ctx, mailTransport }),
  });
  let seen = 0;
  const deliver = async () => {
    await runner.whenIdle();
    const fresh = mails.received.slice(seen);
    seen = mails.received.length;
    return fresh;
  };
  return {
    app,
    mails,
    deliver,
    async deliverAll() {
      await letTimePass(app.database);
      return deliver();
    },
    async close() {
      await runner.stop();
      await mails.close();
      await app.close();
    },
  };
}
