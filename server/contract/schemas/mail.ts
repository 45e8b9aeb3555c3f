import { z } from 'zod';
import { timestamp } from './common.ts';

/** Why a mail could not be sent, in the words of the page for administrators (`mail.error.<code>`). */
export const mailErrorCodes = [
  'unreachable',
  'insecure',
  'sign_in_refused',
  'sender_refused',
  'recipient_refused',
  'address_not_supported',
  'content_refused',
  'other',
] as const;
export type MailErrorCode = (typeof mailErrorCodes)[number];
/** Failures whose text may be of our own side, such as a connection that was refused; that of the others is the mail server's. */
const failuresWithoutAnswer: readonly MailErrorCode[] = ['unreachable', 'insecure', 'other'];
export const isAnswerOfMailServer = (code: MailErrorCode): boolean => !failuresWithoutAnswer.includes(code);

const mailStates = ['waiting', 'sending', 'sent', 'failed'] as const;

const mailError = z.object({ code: z.enum(mailErrorCodes), text: z.string(), at: timestamp });

export const mailStatus = z.object({
  /** SMTP_URL is set. */
  is_set_up: z.boolean(),
  from: z.string().nullable(),
  /** PUBLIC_URL; without it no mail with a link is sent. */
  public_url: z.string().nullable(),
  sent_last_day: z.number(),
  waiting: z.number(),
  /** Given up within the last 30 days. */
  failed: z.number(),
  bounced_addresses: z.number(),
  /** The latest failure since the last mail that was accepted; not that one address or one mail was refused. */
  last_error: mailError.nullable(),
  /** The viewer's latest test mail. */
  test: z.object({ state: z.enum(mailStates), at: timestamp, to: z.string() }).nullable(),
});
export type MailStatus = z.output<typeof mailStatus>;
