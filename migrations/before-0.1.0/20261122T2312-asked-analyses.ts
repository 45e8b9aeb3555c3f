import { type Kysely, sql } from 'kysely';

/**
 * Pictures that a process without a face engine asks a worker to analyse while somebody waits. Unlogged, and each row is
 * removed when it was answered, or after a minute; a backup leaves them out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table asked_analysis (
      id uuid primary key,
      picture bytea not null,
      request jsonb not null,
      asked_at timestamptz not null default now(),
      /* a worker is at it */
      taken_at timestamptz,
      /* faces and embeddings, or null and why it failed */
      answer jsonb,
      error text
    )`.execute(db);
}
