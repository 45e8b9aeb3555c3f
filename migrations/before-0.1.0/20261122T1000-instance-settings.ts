import { type Kysely, sql } from 'kysely';

/** What administrators decide for the whole installation. No row: the defaults. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table instance_setting (
      id boolean primary key default true check (id),
      registration text not null check (registration in ('open', 'invitation', 'closed')),
      allow_past_events boolean not null,
      updated_at timestamptz not null default now()
    )`.execute(db);
}
