import { type Kysely, sql } from 'kysely';

/** Pictures are taken as browsers show them; what their decoder had to make up is marked for editors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['photo', 'guest_photo'])
    await sql`alter table ${sql.table(table)}
      add column damage text check (damage in ('incomplete', 'damaged'))`.execute(db);
}
