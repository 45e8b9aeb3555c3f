import type { MailErrorCode } from '#server/contract/schemas/mail.ts';

export type MailFailure = {
  code: MailErrorCode;
  /** The mail server's own words, without addresses. */
  text: string;
  /** Another attempt cannot help. */
  permanent: boolean;
  /** The recipient's mail server refused the address itself for good. */
  bounced: boolean;
};

export class MailNotSent extends Error {
  override name = 'MailNotSent';
  readonly failure: MailFailure;

  constructor(failure: MailFailure, options?: ErrorOptions) {
    super(failure.text, options);
    this.failure = failure;
  }
}

type SmtpError = {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  message?: string;
};

const unreachable = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'EPROXY', 'EPROTOCOL']);
const TEXT_MAX = 300;

/** What an error of nodemailer means for a mail to this address: whether to try again, and whose fault it is. */
export function mailFailure(error: unknown, to: string): MailFailure {
  const { code = '', command = '', responseCode = 0, response, message } = (error ?? {}) as SmtpError;
  const text = withoutAddresses(response ?? message ?? String(error));
  const refusedForGood = responseCode >= 500;
  const failure = (name: MailErrorCode, permanent = false, bounced = false): MailFailure => ({
    code: name,
    text,
    permanent,
    bounced,
  });
  // 5.7.x is a policy of the server, such as a refused relay: the mailbox may exist (RFC 3463).
  const isPolicy = /\b5\.7\.\d+/.test(response ?? '');
  // Mail servers without SMTPUTF8 (RFC 6531) refuse such an address at any step, some as if the sender were wrong.
  if (needsSmtpUtf8(to) && refusedForGood && !isPolicy && /^(MAIL FROM|RCPT TO|DATA)$/.test(command))
    return failure('address_not_supported', true, true);
  if (command === 'RCPT TO') {
    return failure('recipient_refused', refusedForGood, refusedForGood && !isPolicy);
  }
  if (code === 'EAUTH' || code === 'ENOAUTH') return failure('sign_in_refused');
  if (code === 'ETLS' || code === 'EREQUIRETLS') return failure('insecure');
  if (command === 'MAIL FROM') return failure('sender_refused');
  if (code === 'EMESSAGE' || command === 'DATA') return failure('content_refused', refusedForGood);
  if (unreachable.has(code)) return failure('unreachable');
  return failure('other');
}

/** Domains have a form in ASCII, the part before the @ has none. */
function needsSmtpUtf8(address: string): boolean {
  return /[^\p{ASCII}]/u.test(address.slice(0, address.lastIndexOf('@')));
}

function withoutAddresses(text: string): string {
  return text
    .replace(/\S+@\S+/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, TEXT_MAX);
}
