import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMailTransport } from '#server/features/administration/mail/sending/mail-transport.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';

let mails: MailServer;
beforeAll(async () => {
  mails = await startMailServer();
});
afterAll(() => mails.close());

const from = 'TSV Nord <photos@club.example>';

test.each<[string | null, string, string, string?]>([
  ['https://photos.club.example', from, 'photos.club.example'],
  ['https://photos.club.example:8443', from, 'photos.club.example'],
  ['https://fotos.verein-münchen.example', from, 'fotos.xn--verein-mnchen-3ob.example'],
  [null, from, 'club.example'],
  [null, 'photos@club.example', 'club.example'],
  [null, 'photos@verein-münchen.example', 'xn--verein-mnchen-3ob.example'],
  ['http://localhost:3000', from, 'club.example'],
  ['http://127.0.0.1:3000', from, 'club.example'],
  ['http://192.168.1.20', from, 'club.example'],
  ['http://203.0.113.7', from, 'club.example'],
  ['http://[2001:db8::1]', from, 'club.example'],
  ['http://nas', from, 'club.example'],
  ['https://photos.club.example', from, 'mail.other.example', '?name=mail.other.example'],
])(
  'with PUBLIC_URL %s and the sender %s the server says EHLO %s',
  async (publicUrl, sender, name, options = '') => {
    const transport = createMailTransport({ smtpUrl: mails.url + options, from: sender, publicUrl });
    await transport.send({
      messageId: '<1@club.example>',
      to: 'a@b.example',
      subject: 's',
      text: 't',
      html: '<p>t</p>',
    });
    expect(mails.received.at(-1)?.ehlo).toBe(name);
  },
);
