import { sql } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import { lockPeople } from '#server/features/faces/gallery-people/lock-people.ts';
import {
  type DecisionDependencies,
  type RecordedDecision,
  recordDecision,
} from '#server/features/faces/gallery-people/record-decision.ts';
import { readsNamesIn } from '#server/features/people/club-people/club-people.repository.ts';
import { requireId } from '#server/ids.ts';
import { fitsListed, namesWithoutAnswer } from '#server/visibility/held-names.sql.ts';

/** A person of a gallery, and the name that was on the screen. */
export type SeenName = { id: string; name: string };

/**
 * "This name is nobody of the club": readers of the gallery may read it, as far as its clubs with a list go whose names the viewer
 * reads. One undoable step for all of them.
 * @throws AppError edit_conflict where a name was changed meanwhile; club_list_forbidden for those who read no such list
 */
export function sayNameIsNobody(
  ctx: DecisionDependencies,
  galleryId: string,
  seen: readonly SeenName[],
  { onlyFittingNobody = false } = {},
): Promise<RecordedDecision> {
  return recordDecision(ctx, galleryId, async (trx) => {
    const names = new Map(seen.map(({ id, name }) => [requireId(id, 'person_not_found'), name]));
    const ids = [...names.keys()];
    const people = await lockPeople(trx, galleryId, ids);
    if (people.some(({ id, name }) => name === '' || name !== names.get(id)))
      throw new AppError('edit_conflict');
    // Before it is read who is listed, so that whoever is put on the list meanwhile is asked about.
    const { rows: clubs } = await sql<{ id: string }>`
      select club.id from club where club.list_kept_since is not null and ${readsNamesIn(ctx.viewer, sql.ref('club.id'))}
        and club.id in (select held.club_id from ${namesWithoutAnswer(isOneOf(ids))} held)
      order by club.id for no key update`.execute(trx);
    if (clubs.length === 0) throw new AppError('club_list_forbidden');
    return {
      kind: 'name_of_nobody',
      personId: ids.length === 1 ? ids[0]! : null,
      touched: { persons: ids, faces: [] },
      params: { people: ids.length },
      apply: () =>
        sql`
        insert into name_of_nobody (person_id, club_id, said_by)
        select person_id, club_id, ${ctx.viewer.id}::uuid from ${namesWithoutAnswer(isOneOf(ids))} held
        where club_id = any(${clubs.map(({ id }) => id)}::uuid[]) and ${onlyFittingNobody ? fitsNobody : sql`true`}
        on conflict (person_id, club_id) do update
          set said_by = excluded.said_by, said_at = excluded.said_at, before_upgrade = false`.execute(trx),
    };
  });
}

const fitsNobody = sql`not exists (
  select from person typed join club_person listed on listed.club_id = held.club_id
  where typed.id = held.person_id and ${fitsListed('typed', 'listed')})`;

const isOneOf = (ids: readonly string[]) => sql`person.id = any(${[...ids]}::uuid[])`;
