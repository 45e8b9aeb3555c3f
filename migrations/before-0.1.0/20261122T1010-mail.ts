import { type Kysely, sql } from 'kysely';

/** Mail: what waits to be sent, which addresses are confirmed, and who wants which notification how. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table app_user
      add column language text check (language in ('en', 'de')),
      add column email_verified_at timestamptz,
      /* the mail server of the recipient refused the address for good */
      add column email_bounced_at timestamptz,
      /* a new address that is not confirmed yet */
      add column pending_email text`.execute(db);

  await sql`
    create table mail_outbox (
      id uuid primary key,
      /* the same cause writes the same key, so that it causes one mail however often it runs */
      dedupe_key text not null unique,
      kind text not null,
      user_id uuid references app_user (id) on delete cascade,
      /* an address that is not the account's; what was typed on the page for a forgotten password */
      recipient text,
      language text,
      params jsonb not null default '{}',
      state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
      attempts integer not null default 0,
      error_code text,
      error_text text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index mail_outbox_user on mail_outbox (user_id)`.execute(db);
  await sql`create index mail_outbox_created_at on mail_outbox (created_at)`.execute(db);

  await sql`
    create table notification_preference (
      user_id uuid not null references app_user (id) on delete cascade,
      kind text not null,
      delivery text not null check (delivery in ('off', 'app', 'digest', 'at_once')),
      primary key (user_id, kind)
    )`.execute(db);
  /* The mail that tells of it. No foreign key: mails are erased after a month, the notification is not told again. */
  await sql`alter table notification add column mail_id uuid`.execute(db);
  await sql`create index notification_mail on notification (mail_id) where mail_id is not null`.execute(db);

  await sql`
    alter table one_time_token
      drop constraint one_time_token_purpose_check,
      add constraint one_time_token_purpose_check
        check (purpose in ('reset_password', 'verify_email', 'change_email')),
      /* the address the link was mailed to, or is to become the account's; null: handed over by other means */
      add column email text`.execute(db);
}
