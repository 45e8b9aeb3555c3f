import { type Kysely, sql, type Transaction } from 'kysely';
import { countLimits } from '#server/contract/count-limits.ts';
import type { PersonForViewer } from '#server/contract/schemas/gallery-people.ts';
import type { DB } from '#server/db/tables.ts';
import { areSiblings, questionsAnswered } from '#server/features/faces/who-is-who/siblings.sql.ts';
import { listPeopleByIds } from './gallery-people.repository.ts';
import type { NamesForSignedIn } from './names-for-signed-in.repository.ts';

type Executor = Kysely<DB> | Transaction<DB>;
/** `or_else`: a person linked to a sibling of the one whom `second` is linked to; `first` is one of the two. */
type Pair = { first: string; second: string; or_else: string | null; distance: number };

/**
 * Pairs of people that may be the same person; those first whose yes is likely to join the most faces. Somebody who may be one of
 * two siblings is asked about once, with both names. `more` than these wait.
 */
export async function listMergeQuestions(
  db: Executor,
  galleryId: string,
  names: NamesForSignedIn,
  most: number,
) {
  const rows = await db
    .selectFrom('person_suggestion')
    .select(['first_id', 'second_id', 'distance'])
    .where('gallery_id', '=', galleryId)
    .where(sql<boolean>`not exists (select 1 from kept_apart k where k.first_id = least(person_suggestion.first_id, person_suggestion.second_id)
      and k.second_id = greatest(person_suggestion.first_id, person_suggestion.second_id))`)
    .where(
      sql<boolean>`not exists (select 1 from person p where p.id in (person_suggestion.first_id, person_suggestion.second_id) and p.is_hidden)`,
    )
    // Different people of one club for certain.
    .where(sql<boolean>`not exists (select 1 from club_person_link l join club_person_link m on m.club_id = l.club_id
      where l.person_id = person_suggestion.first_id and m.person_id = person_suggestion.second_id
        and l.club_person_id <> m.club_person_id)`)
    .orderBy('rank')
    .orderBy('distance')
    .execute();
  const pairs = nameBoth(rows, rows.length > 1 ? await listSiblings(db, galleryId, names) : []);
  const asked = pairs.slice(0, most);
  const found = await listPeopleByIds(
    db,
    asked.flatMap(({ first, second, or_else }) => [first, second, ...(or_else ? [or_else] : [])]),
    names,
  );
  const byId = new Map(found.map((person) => [person.id, person]));
  const suggestions = asked.flatMap(({ distance, ...ids }) => {
    const first = byId.get(ids.first);
    const second = byId.get(ids.second);
    const or_else: PersonForViewer | null = byId.get(ids.or_else ?? '') ?? null;
    return first && second ? [{ first, second, or_else, distance }] : [];
  });
  return { suggestions, total: pairs.length, more: pairs.length > most };
}

type Siblings = { one: string; other: string; pair: string; answered: number };

/** Persons of the gallery who are linked to siblings, if the viewer reads the names of both. */
async function listSiblings(db: Executor, galleryId: string, names: NamesForSignedIn): Promise<Siblings[]> {
  const { rows } = await sql<Siblings & { first_id: string; second_id: string }>`
    select l.person_id as one, m.person_id as other, first.id as first_id, second.id as second_id,
      first.id || ' ' || second.id as pair,
      ${questionsAnswered(galleryId, sql.ref('first.id'), sql.ref('second.id'))} as answered
    from club_person_link l join person p on p.id = l.person_id and p.gallery_id = ${galleryId}::uuid
      join club_person first on first.id = l.club_person_id
      join club_person second on second.id > first.id and ${areSiblings('first', 'second')}
      join club_person_link m on m.club_person_id = second.id
      join person q on q.id = m.person_id and q.gallery_id = p.gallery_id`.execute(db);
  const reads = (person: string, clubPerson: string) =>
    names.clubPeople(person).some(({ id }) => id === clubPerson);
  return rows.filter((row) => reads(row.one, row.first_id) && reads(row.other, row.second_id));
}

/** Makes one question of two that ask whether somebody is one sibling and whether they are the other. */
function nameBoth(
  rows: readonly { first_id: string; second_id: string; distance: number }[],
  siblings: readonly Siblings[],
): Pair[] {
  const left = new Map(
    siblings.map(({ pair, answered }) => [pair, countLimits.lookAlikeQuestions - answered]),
  );
  const done = new Set<number>();
  return rows.flatMap(({ first_id, second_id, distance }, at): Pair[] => {
    if (done.has(at)) return [];
    for (const [person, near] of [
      [first_id, second_id],
      [second_id, first_id],
    ] as const)
      for (const { one, other, pair } of siblings) {
        if (near !== one && near !== other) continue;
        const sibling = near === one ? other : one;
        const beside = rows.findIndex(
          (row, i) =>
            i > at &&
            !done.has(i) &&
            [row.first_id, row.second_id].sort().join() === [person, sibling].sort().join(),
        );
        if (beside < 0) continue;
        done.add(beside);
        left.set(pair, left.get(pair)! - 1);
        return left.get(pair)! < 0 ? [] : [{ first: person, second: near, or_else: sibling, distance }];
      }
    return [{ first: first_id, second: second_id, or_else: null, distance }];
  });
}
