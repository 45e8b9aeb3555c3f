import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/tables.ts';

/**
 * Takes or renews the lease of a name: until it expires or is released, no other owner gets it. Answers whether it is the
 * owner's now. Times are those of the database, so that clocks of machines need not agree.
 */
export async function takeLease(db: Kysely<DB>, name: string, owner: string, ms: number): Promise<boolean> {
  const { rows } = await sql`
    insert into lease (name, owner, expires_at) values (${name}, ${owner}, now() + ${ms} * interval '1 millisecond')
    on conflict (name) do update set owner = excluded.owner, expires_at = excluded.expires_at
      where lease.owner = excluded.owner or lease.expires_at <= now()
    returning name`.execute(db);
  return rows.length > 0;
}

export async function releaseLease(db: Kysely<DB>, name: string, owner: string): Promise<void> {
  await db.deleteFrom('lease').where('name', '=', name).where('owner', '=', owner).execute();
}

export async function removeExpiredLeases(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom('lease').where('expires_at', '<', sql<Date>`now()`).execute();
}
