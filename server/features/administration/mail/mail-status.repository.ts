import { type Kysely, sql } from 'kysely';
import type { MailErrorCode, MailStatus } from '#server/contract/schemas/mail.ts';
import type { DB } from '#server/db/tables.ts';

/** Faults of one mail or one address: they do not say that sending does not work. */
const faultsOfOneMail: MailErrorCode[] = ['recipient_refused', 'address_not_supported', 'content_refused'];

/** Figures of the outbox, the latest failure since the last success, and the viewer's latest test mail. */
export async function mailFigures(
  db: Kysely<DB>,
  viewerId: string,
): Promise<Omit<MailStatus, 'is_set_up' | 'from' | 'public_url'>> {
  const counts = await db
    .selectFrom('mail_outbox')
    .select([
      sql<number>`(count(*) filter (where state = 'sent' and updated_at > now() - interval '1 day'))::int`.as(
        'sent_last_day',
      ),
      sql<number>`(count(*) filter (where state in ('waiting', 'sending')))::int`.as('waiting'),
      sql<number>`(count(*) filter (where state = 'failed'))::int`.as('failed'),
      sql<number>`(select count(*) from app_user where email_bounced_at is not null)::int`.as(
        'bounced_addresses',
      ),
    ])
    .executeTakeFirstOrThrow();
  const error = await db
    .selectFrom('mail_outbox')
    .select(['error_code', 'error_text', 'updated_at'])
    .where('error_code', 'is not', null)
    .where('error_code', 'not in', faultsOfOneMail)
    .where(
      'updated_at',
      '>',
      sql<Date>`coalesce((select max(updated_at) from mail_outbox where state = 'sent'), '-infinity')`,
    )
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const test = await db
    .selectFrom('mail_outbox')
    .innerJoin('app_user', 'app_user.id', 'mail_outbox.user_id')
    .select((eb) => [
      'mail_outbox.state',
      'mail_outbox.updated_at',
      eb.fn.coalesce('mail_outbox.recipient', 'app_user.email').as('email'),
    ])
    .where('mail_outbox.kind', '=', 'test')
    .where('mail_outbox.user_id', '=', viewerId)
    .orderBy('mail_outbox.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    ...counts,
    last_error: error?.error_code
      ? {
          code: error.error_code as MailErrorCode,
          text: error.error_text ?? '',
          at: error.updated_at.toISOString(),
        }
      : null,
    test: test ? { state: test.state, at: test.updated_at.toISOString(), to: test.email } : null,
  };
}
