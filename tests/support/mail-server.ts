import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string[];
  mail: Email;
  raw: string;
  /** How the sender introduced itself. */
  ehlo: string;
}

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  received: ReceivedMail[];
  /** Answers the next connections, recipients or mails with an error; null: accepts everything. */
  refuse: { at: 'connect' | 'sender' | 'recipient' | 'content'; code: number; text: string } | null;
  /** Resolves when this many mails have arrived since the start. */
  until(count: number): Promise<ReceivedMail[]>;
  close(): Promise<void>;
}

/** A mail server on a free port of this machine that keeps what it is given. */
export async function startMailServer(): Promise<MailServer> {
  const arrivals = new EventTarget();
  const refusal = (at: string) => {
    if (mails.refuse?.at !== at) return null;
    return Object.assign(new Error(mails.refuse.text), { responseCode: mails.refuse.code });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onConnect: (_session, done) => done(refusal('connect')),
    onMailFrom: (_address, _session, done) => done(refusal('sender')),
    onRcptTo: (_address, _session, done) => done(refusal('recipient')),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const error = refusal('content');
        if (error) return done(error);
        const raw = Buffer.concat(chunks).toString();
        void PostalMime.parse(raw).then((mail) => {
          mails.received.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            mail,
            raw,
            ehlo: session.hostNameAppearsAs,
          });
          done();
          arrivals.dispatchEvent(new Event('mail'));
        });
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const mails: MailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received: [],
    refuse: null,
    async until(count) {
      while (mails.received.length < count) await once(arrivals, 'mail');
      return mails.received;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mails;
}
