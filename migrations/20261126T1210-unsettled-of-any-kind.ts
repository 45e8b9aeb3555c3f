import { type Kysely, sql } from 'kysely';

/** The index listed the kinds that are settled: each new one needed a migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index notification_unsettled`.execute(db);
  await sql`create index notification_unsettled on notification (kind, href) where settled_at is null`.execute(
    db,
  );
}
