import type { Kysely } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { onlyIds } from '#server/ids.ts';
import { nameToTellApart } from '#server/visibility/full-name.sql.ts';

type Params = Record<string, unknown>;
type Named = { id: string; name: string };

/**
 * Entries name people, accounts and clubs by ids. Their names are looked up when the log is read, so that it keeps nothing of
 * somebody who was erased.
 */
export async function listNamesInEntries(db: Kysely<DB>, entries: readonly { params: Params }[]) {
  const names = async (param: string, find: (ids: string[]) => Promise<Named[]>) => {
    const ids = onlyIds(entries.map(({ params }) => params[param]).filter((id) => typeof id === 'string'));
    const rows = ids.length > 0 ? await find(ids) : [];
    const byId = new Map(rows.map(({ id, name }) => [id, name]));
    return (params: Params) => byId.get(String(params[param])) ?? null;
  };
  const person = await names('club_person_id', (ids) =>
    db
      .selectFrom('club_person')
      .select(['id', nameToTellApart().as('name')])
      .where('id', 'in', ids)
      .execute(),
  );
  const user = await names('user_id', (ids) =>
    db.selectFrom('app_user').select(['id', 'username as name']).where('id', 'in', ids).execute(),
  );
  const club = await names('club_id', (ids) =>
    db.selectFrom('club').select(['id', 'name']).where('id', 'in', ids).execute(),
  );
  return (params: Params) => ({
    person_name: person(params),
    // As it was then, where that is kept.
    user_name: typeof params.username === 'string' ? params.username : user(params),
    club_name: club(params),
  });
}
