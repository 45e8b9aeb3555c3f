import { sql, type Transaction } from 'kysely';
import { chunks } from '#server/db/chunks.ts';
import type { DB } from '#server/db/tables.ts';
import { askAboutAgain, listAskedFaces } from '#server/features/faces/who-is-who/checked-as.repository.ts';
import { moveDeclinedLinksToSuccessors } from '#server/features/faces/who-is-who/club-person-links.repository.ts';
import { moveAnswersToSuccessors } from '#server/features/faces/who-is-who/match-answers.repository.ts';
import { listHeldFaces } from '#server/features/faces/who-is-who/successors-of-dissolved-people.sql.ts';
import { newId } from '#server/ids.ts';
import { chooseRepresentatives } from './choose-representatives.repository.ts';
import { decisionState } from './faces-to-cluster.repository.ts';
import { nextPersonNumber } from './insert-person.ts';
import { isOrphanToDelete } from './orphaned-people.sql.ts';
import { moveShareLinksToSuccessors } from './share-links-to-people.repository.ts';

/** What of a cluster plan is written to the database; persons are ids, or keys of `newPersons`. */
export type PeoplePlan = {
  assignments: { faceId: string; person: string | null }[];
  newPersons: { key: string }[];
  suggestions: { a: string; b: string; distance: number }[];
  /** Faces that have changed or gone since the last plan was written; absent: perhaps all. */
  changedFaces?: readonly string[];
};

/**
 * Writes a plan. Writes nothing and answers false when a human decided something since it was made.
 * Changes assignments with source `auto` only; people with a name or a decision are never deleted.
 */
export async function applyPlan(
  trx: Transaction<DB>,
  galleryId: string,
  plan: PeoplePlan,
  basedOn: string,
): Promise<boolean> {
  const gallery = await trx
    .selectFrom('gallery')
    .select('id')
    .where('id', '=', galleryId)
    .forUpdate()
    .executeTakeFirst();
  if (!gallery) return true; // deleted meanwhile: nothing is left to write
  if ((await decisionState(trx, galleryId)) !== basedOn) return false;
  const ids = await insertPersons(
    trx,
    galleryId,
    plan.newPersons.map((person) => person.key),
  );
  const shared = await listHeldFaces(trx, 'share_link_person', galleryId);
  const answered = await listHeldFaces(trx, 'link_question', galleryId);
  const declined = await listHeldFaces(trx, 'declined_link', galleryId);
  const asked = await listAskedFaces(trx, galleryId);
  const personOf = (ref: string) => ids.get(ref) ?? ref;
  await writeAssignments(
    trx,
    plan.assignments.map((a) => ({ faceId: a.faceId, personId: a.person && personOf(a.person) })),
  );
  await askAboutAgain(trx, asked);
  // Before the orphans are deleted: a person whose chosen picture has lost its face becomes an orphan by this.
  await chooseRepresentatives(
    trx,
    galleryId,
    plan.changedFaces && [...plan.changedFaces, ...plan.assignments.map(({ faceId }) => faceId)],
  );
  await moveShareLinksToSuccessors(trx, shared);
  await moveAnswersToSuccessors(trx, answered);
  await moveDeclinedLinksToSuccessors(trx, declined);
  await removeOrphans(trx, galleryId);
  await replaceSuggestions(
    trx,
    galleryId,
    plan.suggestions.map((s) => ({ first: personOf(s.a), second: personOf(s.b), distance: s.distance })),
  );
  return true;
}

async function insertPersons(
  trx: Transaction<DB>,
  galleryId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const first = await nextPersonNumber(trx, galleryId);
  const rows = keys.map((key, index) => ({ key, id: newId(), number: first + index }));
  for (const chunk of chunks(rows))
    await trx
      .insertInto('person')
      .values(chunk.map(({ id, number }) => ({ id, gallery_id: galleryId, number })))
      .execute();
  return new Map(rows.map((row) => [row.key, row.id]));
}

async function writeAssignments(
  trx: Transaction<DB>,
  wanted: { faceId: string; personId: string | null }[],
): Promise<void> {
  const freed = wanted.filter((a) => a.personId === null).map((a) => a.faceId);
  for (const chunk of chunks(freed))
    await trx.deleteFrom('assignment').where('face_id', 'in', chunk).where('source', '=', 'auto').execute();
  const placed = wanted.flatMap((a) =>
    a.personId === null ? [] : [{ face_id: a.faceId, person_id: a.personId }],
  );
  for (const chunk of chunks(placed)) {
    // Photos deleted since the plan was made took their faces along; those rows are left out.
    const { rows } = await sql<{ id: string }>`
      select id from face where id in (${sql.join(chunk.map((row) => row.face_id))}) for key share`.execute(
      trx,
    );
    const alive = new Set(rows.map((row) => row.id));
    const values = chunk
      .filter((row) => alive.has(row.face_id))
      .map((row) => ({ ...row, source: 'auto' as const }));
    if (values.length === 0) continue;
    await trx
      .insertInto('assignment')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .column('face_id')
          .doUpdateSet((eb) => ({ person_id: eb.ref('excluded.person_id'), created_at: sql<Date>`now()` }))
          .where('assignment.source', '=', 'auto'),
      )
      .execute();
  }
}

/** Deletes people that the plan merged or dissolved, or whose last photo or decision is gone. */
async function removeOrphans(trx: Transaction<DB>, galleryId: string): Promise<void> {
  await trx.deleteFrom('person').where('gallery_id', '=', galleryId).where(isOrphanToDelete).execute();
}

async function replaceSuggestions(
  trx: Transaction<DB>,
  galleryId: string,
  pairs: { first: string; second: string; distance: number }[],
): Promise<void> {
  // Photos deleted since the plan was made took the only faces of some people along; these people were just deleted as orphans.
  const people = await trx.selectFrom('person').select('id').where('gallery_id', '=', galleryId).execute();
  const alive = new Set(people.map(({ id }) => id));
  const written = pairs.filter(({ first, second }) => alive.has(first) && alive.has(second));
  const ranked = written.slice(0, 200).map((pair, rank) => ({ ...pair, rank }));
  const wanted = sql`unnest(${ranked.map(({ first }) => first)}::uuid[], ${ranked.map(({ second }) => second)}::uuid[],
    ${ranked.map(({ distance }) => distance)}::real[], ${ranked.map(({ rank }) => rank)}::int[])
    as wanted (first_id, second_id, distance, rank)`;
  const isThere = sql`(s.first_id, s.second_id, s.distance, s.rank)
    = (wanted.first_id, wanted.second_id, wanted.distance, wanted.rank)`;
  await sql`delete from person_suggestion s where gallery_id = ${galleryId}::uuid
    and not exists (select from ${wanted} where ${isThere})`.execute(trx);
  await sql`insert into person_suggestion (gallery_id, first_id, second_id, distance, rank)
    select ${galleryId}::uuid, first_id, second_id, distance, rank from ${wanted}
    where not exists (select from person_suggestion s where ${isThere})
    on conflict do nothing`.execute(trx);
}

/**
 * Everything the machine assigned in the gallery is decided anew at its next grouping, once none of its photos is being analysed;
 * decisions stay. An empty stamp is that of no settings; null would be that of a gallery without people.
 */
export async function forgetClustering(trx: Transaction<DB>, galleryId: string): Promise<void> {
  await trx.updateTable('gallery').set({ clustering_stamp: '' }).where('id', '=', galleryId).execute();
}
