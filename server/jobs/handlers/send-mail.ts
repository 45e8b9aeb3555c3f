import type { Needs } from '#server/app-context.ts';
import { hourMs, minuteMs } from '#server/contract/lifetimes.ts';
import { composeMail } from '#server/features/administration/mail/compose-mail.ts';
import { renderMail } from '#server/features/administration/mail/rendering/render-mail.ts';
import { MailNotSent } from '#server/features/administration/mail/sending/mail-failure.ts';
import type { MailTransport } from '#server/features/administration/mail/sending/mail-transport.ts';
import {
  claimMail,
  clearBounce,
  deleteMail,
  giveUpMail,
  markBounced,
  markMailFailed,
  markMailSent,
  type OutboxMail,
} from '#server/features/platform/outbox/outbox.repository.ts';
import { PermanentFailure, TransientFailure } from '../job-failure.ts';
import type { JobHandler, JobRules } from '../job-handler.ts';

export type SendMailPayload = { mail_id: string };

export const sendMailRules: JobRules<SendMailPayload> = {
  key: ({ mail_id }) => mail_id,
  delayMs: 0,
  // Pauses of 1, 4, 16 and 64 minutes, then six of 4 hours: a mail server may be away for a day.
  retry: { attempts: 11, firstPauseMs: minuteMs, longestPauseMs: 4 * hourMs },
};

type Dependencies = Needs<'db' | 'clock' | 'mail' | 'tokens'> & { mailTransport: MailTransport | null };

/**
 * Hands one mail of the outbox to the mail server. Each mail is handed over at least once. It is handed over twice only where
 * the mail server's acceptance was not recorded, because this server was killed or a connection broke in between; SMTP has no
 * way to ask. Both copies then have the same Message-ID.
 */
export function sendMail(dependencies: Dependencies): JobHandler<SendMailPayload> {
  const { db, mail: settings, mailTransport } = dependencies;
  return {
    async run({ mail_id }) {
      const mail = await claimMail(db, mail_id);
      if (!mail) return;
      if (!mailTransport || !settings) throw await notSetUp(dependencies, mail);
      const composed = await composeMail(dependencies, mail);
      if (!composed) return deleteMail(db, mail.id);
      const { to, unsubscribeUrl, accountId } = composed;
      try {
        await mailTransport.send({
          ...renderMail(composed),
          to,
          unsubscribeUrl,
          messageId: `<${mail.id}@${domainOf(settings.from)}>`,
        });
      } catch (error) {
        throw await recordFailure(dependencies, mail, { accountId, to }, error);
      }
      await markMailSent(db, mail.id);
      if (accountId) await clearBounce(db, accountId, to);
    },

    async onFailed(trx, { mail_id }, { final }) {
      if (final) await giveUpMail(trx, mail_id);
    },
  };
}

const domainOf = (from: string) => from.replace(/>$/, '').split('@').at(-1);

/** Writes down why a mail was not sent. Answers the error that decides whether it is tried again. */
async function recordFailure(
  { db }: Dependencies,
  mail: OutboxMail,
  { accountId, to }: { accountId: string | null; to: string },
  error: unknown,
): Promise<Error> {
  if (!(error instanceof MailNotSent)) return error as Error;
  const { code, text, permanent, bounced } = error.failure;
  await markMailFailed(db, mail.id, { code, text, final: permanent });
  if (bounced && accountId) await markBounced(db, accountId, to);
  const reason = `${code}: ${text}`;
  return permanent
    ? new PermanentFailure('mail_not_sent', reason)
    : new TransientFailure('mail_not_sent', reason);
}

async function notSetUp({ db }: Dependencies, mail: OutboxMail): Promise<Error> {
  const text = 'SMTP_URL is not set';
  await markMailFailed(db, mail.id, { code: 'other', text, final: false });
  return new TransientFailure('mail_not_sent', text);
}
