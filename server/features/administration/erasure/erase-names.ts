import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';
import type { ErasedPerson } from './erase-person-rows.ts';

/**
 * The name of an erased person as it was typed in galleries: for the persons linked to the erased one, those merged into
 * them, and persons of the club's galleries with exactly this name. The snapshots by which decisions are undone hold
 * names and links too; they are changed the same way, so that no undoing restores them.
 */
type Snapshot = {
  touched: { persons: string[] };
  rows: {
    persons: { id: string; name: string }[];
    clubPersonLinks?: { club_person_id: string }[];
    declinedLinks?: { club_person_id: string }[];
  };
};
type Decision = { id: string; person_id: string | null; params: Record<string, unknown>; before: Snapshot };

/** Answers how many names were erased, in persons and in decisions. */
export async function eraseNamesInGalleries(
  trx: Transaction<DB>,
  erased: ErasedPerson,
  linked: readonly string[],
): Promise<{ names: number; decisions: number; galleries: string[] }> {
  const persons = await withMerged(trx, linked);
  const bearsName = sql<boolean>`(${erased.uniqueName !== null} and lower(trim(person.name)) = ${erased.uniqueName ?? ''}
    and ${isClubOfGallery(sql`${erased.club_id}::uuid`, sql.ref('person.gallery_id'))})`;
  const named = await trx
    .updateTable('person')
    .set({ name: '' })
    .where('name', '<>', '')
    .where((eb) => eb.or([sql<boolean>`person.id = any(${[...persons]}::uuid[])`, bearsName]))
    .returning(['id', 'gallery_id'])
    .execute();
  for (const { id } of named) persons.add(id);
  const decisions = await eraseInDecisions(trx, erased, persons);
  return { names: named.length, decisions, galleries: [...new Set(named.map((row) => row.gallery_id))] };
}

/** Persons that were merged into these, also in several steps: their names stand in snapshots only. */
async function withMerged(trx: Transaction<DB>, linked: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with recursive merged (id) as (
      select unnest(${[...linked]}::uuid[])
      union
      select (jsonb_array_elements_text(d.before -> 'touched' -> 'persons'))::uuid
      from merged m join people_decision d on d.person_id = m.id and d.kind = 'merged' and d.undone_at is null
    )
    select id from merged`.execute(trx);
  return new Set(rows.map((row) => row.id));
}

async function eraseInDecisions(
  trx: Transaction<DB>,
  erased: ErasedPerson,
  persons: ReadonlySet<string>,
): Promise<number> {
  const { rows } = await sql<Decision>`
    select id, person_id, params, before from people_decision
    where person_id = any(${[...persons]}::uuid[])
      or before -> 'touched' -> 'persons' ?| ${[...persons]}::text[]
      or ${erased.id} in (params ->> 'club_person_id', params ->> 'or_else')
      or before -> 'rows' -> 'clubPersonLinks' @> ${JSON.stringify([{ club_person_id: erased.id }])}::jsonb
      or before -> 'rows' -> 'declinedLinks' @> ${JSON.stringify([{ club_person_id: erased.id }])}::jsonb
      or (${erased.uniqueName !== null} and position(${erased.uniqueName ?? ''} in lower(params::text || before::text)) > 0)
    for update`.execute(trx);
  let changed = 0;
  for (const decision of rows) {
    const before = withoutNames(decision.before, erased, persons);
    const params = withoutName(decision, erased, persons);
    if (JSON.stringify([before, params]) === JSON.stringify([decision.before, decision.params])) continue;
    changed += 1;
    await trx
      .updateTable('people_decision')
      .set({ before: JSON.stringify(before), params: JSON.stringify(params) })
      .where('id', '=', decision.id)
      .execute();
  }
  return changed;
}

const isName = (text: unknown, { uniqueName }: ErasedPerson): boolean =>
  typeof text === 'string' && uniqueName !== null && text.trim().toLowerCase() === uniqueName;

function withoutNames(before: Snapshot, erased: ErasedPerson, persons: ReadonlySet<string>): Snapshot {
  const { persons: rows, clubPersonLinks, declinedLinks, ...others } = before.rows;
  const isOther = (link: { club_person_id: string }) => link.club_person_id !== erased.id;
  return {
    ...before,
    rows: {
      ...others,
      persons: rows.map((row) =>
        persons.has(row.id) || isName(row.name, erased) ? { ...row, name: '' } : row,
      ),
      ...(clubPersonLinks && { clubPersonLinks: clubPersonLinks.filter(isOther) }),
      ...(declinedLinks && { declinedLinks: declinedLinks.filter(isOther) }),
    },
  };
}

/** Renaming has the names of before and after, linking the person of the club. */
function withoutName(
  { params, person_id }: Decision,
  erased: ErasedPerson,
  persons: ReadonlySet<string>,
): Record<string, unknown> {
  const isOne = person_id !== null && persons.has(person_id);
  return Object.fromEntries(
    Object.entries(params).flatMap(([key, value]): [string, unknown][] => {
      if (value === erased.id) return [];
      const isGone = (key === 'from' || key === 'to') && (isOne || isName(value, erased));
      return [[key, isGone ? '' : value]];
    }),
  );
}
