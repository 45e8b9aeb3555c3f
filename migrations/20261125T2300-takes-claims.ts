import { type Kysely, sql } from 'kysely';

/** Members may say who of a club is family, unless its administrators switch it off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table club add column takes_claims boolean not null default true`.execute(db);
}
