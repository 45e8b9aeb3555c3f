import { type Kysely, sql, type Transaction } from 'kysely';
import type { LanguageCode } from '#server/contract/languages.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { MailErrorCode } from '#server/contract/schemas/mail.ts';
import { holdAccounts } from '#server/db/hold-accounts.ts';
import type { DB } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';
import type { MailKind, NewMail } from './mail-kinds.ts';

type Executor = Kysely<DB> | Transaction<DB>;
const ROWS_PER_STATEMENT = 2_000;

export type OutboxMail = {
  id: string;
  kind: MailKind;
  user_id: string | null;
  recipient: string | null;
  language: LanguageCode | null;
  params: Record<string, string>;
  created_at: Date;
};

/** Writes rows whose key is not there yet. Answers their ids. */
export async function insertMails(trx: Transaction<DB>, mails: readonly NewMail[]): Promise<string[]> {
  const rows = mails.map((mail) => ({
    id: mail.id ?? newId(),
    dedupe_key: mail.dedupeKey,
    kind: mail.kind,
    user_id: mail.userId,
    recipient: mail.recipient ?? null,
    language: mail.language ?? null,
    params: JSON.stringify(mail.params ?? {}),
  }));
  const ids: string[] = [];
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const inserted = await trx
      .insertInto('mail_outbox')
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
      .returning('id')
      .execute();
    ids.push(...inserted.map(({ id }) => id));
  }
  return ids;
}

/** Addresses of an account that were replaced a short time ago: while the mails are kept that told of it. */
export async function listFormerAddresses(db: Executor, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mail_outbox')
    .select('recipient')
    .distinct()
    .where('user_id', '=', userId)
    .where('kind', '=', 'email_changed')
    .where('recipient', 'is not', null)
    .execute();
  return rows.flatMap(({ recipient }) => recipient ?? []);
}

/** Marks a mail as being sent and counts the attempt; undefined when it has been sent or given up. */
export async function claimMail(db: Executor, id: string): Promise<OutboxMail | undefined> {
  const row = await db
    .updateTable('mail_outbox')
    .set({ state: 'sending', attempts: sql`attempts + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sending'])
    .returning(['id', 'kind', 'user_id', 'recipient', 'language', 'params', 'created_at'])
    .executeTakeFirst();
  return row as OutboxMail | undefined;
}

/**
 * Notes to which account a mail goes that was asked for by a typed name, unless that account has had as many of its kind.
 * @param limit so many (`points`) in so many seconds (`duration`)
 * @returns false when this one is too many
 */
export async function countAsMailTo(
  trx: Transaction<DB>,
  mail: Pick<OutboxMail, 'id' | 'kind'>,
  userId: string,
  limit: { points: number; duration: number },
): Promise<boolean> {
  // Two such mails of one account may be made at once: the second waits here.
  await holdAccounts(trx, userId);
  const others = await trx
    .selectFrom('mail_outbox')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', mail.kind)
    .where('id', '!=', mail.id)
    .where('created_at', '>', sql<Date>`now() - ${limit.duration} * interval '1 second'`)
    .limit(limit.points)
    .execute();
  if (others.length >= limit.points) return false;
  await trx.updateTable('mail_outbox').set({ user_id: userId }).where('id', '=', mail.id).execute();
  return true;
}

export async function markMailSent(db: Executor, id: string): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ state: 'sent', error_code: null, error_text: null, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Lets a mail wait for its next attempt, or gives it up. */
export async function markMailFailed(
  db: Executor,
  id: string,
  failure: { code: MailErrorCode; text: string; final: boolean },
): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({
      state: failure.final ? 'failed' : 'waiting',
      error_code: failure.code,
      error_text: failure.text,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** After the last attempt; the error of the last failure stays. */
export async function giveUpMail(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable('mail_outbox')
    .set({ state: 'failed', error_code: sql`coalesce(error_code, 'other')`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sending'])
    .execute();
}

/** For mails that have nothing to say any more, such as one about a gallery that was deleted. */
export async function deleteMail(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('mail_outbox').where('id', '=', id).execute();
}

export async function removeOldMails(db: Executor, now: Date): Promise<void> {
  await db
    .deleteFrom('mail_outbox')
    .where('created_at', '<', new Date(now.getTime() - lifetimes.mailKeptMs))
    .execute();
}

/** Notes that mail servers refuse the account's address for good; not if it was changed meanwhile. */
export async function markBounced(db: Executor, userId: string, address: string): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ email_bounced_at: sql`now()` })
    .where('id', '=', userId)
    .where('email', '=', address)
    .execute();
}

/** The address takes mail again. */
export async function clearBounce(db: Executor, userId: string, address: string): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ email_bounced_at: null })
    .where('id', '=', userId)
    .where('email', '=', address)
    .where('email_bounced_at', 'is not', null)
    .execute();
}
