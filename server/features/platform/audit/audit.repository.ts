import { type Kysely, sql } from 'kysely';
import { searchPatterns } from '#server/db/search-patterns.ts';
import type { DB } from '#server/db/tables.ts';
import { listNamesInEntries } from './names-in-entries.repository.ts';

export async function listAudit(
  db: Kysely<DB>,
  filter: { search?: string | undefined; limit: number; offset: number },
) {
  let query = db.selectFrom('audit_entry');
  for (const pattern of searchPatterns(filter.search))
    query = query.where((eb) =>
      eb.or([
        eb(sql`lower(actor_name)`, 'like', pattern),
        eb(sql`lower(target_name)`, 'like', pattern),
        eb('action', 'like', pattern),
      ]),
    );
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const entries = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  const namesIn = await listNamesInEntries(db, entries);
  return { entries: entries.map((entry) => ({ ...entry, ...namesIn(entry.params) })), total };
}
