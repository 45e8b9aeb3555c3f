import { domainToASCII } from 'node:url';
import { createTransport } from 'nodemailer';
import { reachOf } from '#server/contract/public-address.ts';
import type { RenderedMail } from '#server/features/administration/mail/rendering/render-mail.ts';
import { MailNotSent, mailFailure } from './mail-failure.ts';

const CONNECT_MS = 15_000;
const SILENCE_MS = 60_000;

interface OutgoingMail extends RenderedMail {
  /** The same for every attempt at one mail, so that a mailbox can tell a second copy. */
  messageId: string;
  to: string;
  /** Address that ends such mails with one POST (RFC 8058). */
  unsubscribeUrl?: string | undefined;
}

export interface MailTransport {
  /** Resolves when the mail server has accepted the mail. @throws MailNotSent */
  send(mail: OutgoingMail): Promise<void>;
}

interface MailSettings {
  smtpUrl: string;
  from: string;
  publicUrl: string | null;
}

/**
 * A connection of its own for each mail. A password is sent only over TLS, except to this machine itself; options in
 * the address come first.
 */
export function createMailTransport({ smtpUrl, from, publicUrl }: MailSettings): MailTransport {
  const { hostname, username } = new URL(smtpUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const transport = createTransport(
    {
      url: smtpUrl,
      name: ehloName(from, publicUrl),
      requireTLS: username !== '' && !isLocal,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    async send({ messageId, to, subject, text, html, unsubscribeUrl }) {
      try {
        await transport.sendMail({
          messageId,
          // As an object, so that an address is never read as a list of several.
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
        });
      } catch (error) {
        throw new MailNotSent(mailFailure(error, to), { cause: undefined });
      }
    },
  };
}

/**
 * How this server introduces itself: mail servers refuse a name that is none (RFC 5321, 4.1.1.1), such as that of a container.
 * `?name=` of SMTP_URL comes first.
 */
function ehloName(from: string, publicUrl: string | null): string {
  const host = publicUrl && reachOf(publicUrl) === 'everywhere' ? new URL(publicUrl).hostname : '';
  if (/[a-z]/i.test(host) && !host.startsWith('[')) return host;
  const domain = from.replace(/^.*@|>?\s*$/g, '');
  return domainToASCII(domain) || domain;
}

/** RFC 8058 asks for HTTPS; a plain address is given without the promise of one click. */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (!url) return {};
  const header = { 'List-Unsubscribe': `<${url}>` };
  return url.startsWith('https:')
    ? { ...header, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : header;
}
