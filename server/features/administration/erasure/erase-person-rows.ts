import { sql, type Transaction } from 'kysely';
import { calendarDateOf } from '#server/clock.ts';
import type { TakedownCause } from '#server/contract/schemas/takedowns.ts';
import type { DB } from '#server/db/tables.ts';
import { unblockPicturesOf } from '#server/features/galleries/photos/blocked-pictures.repository.ts';
import { forgetDeletedPhotosOf } from '#server/features/galleries/photos/deleted-photos.repository.ts';
import { keepErasedName } from '#server/features/galleries/photos/erased-names.ts';
import {
  deleteFaceSearch,
  deleteGuardReferences,
} from '#server/features/people/club-people/erase-face-search.ts';
import type { ErasureCounts } from '#server/features/people/club-people/erasures.repository.ts';
import { requestTakedownsOfPeople } from '#server/features/sharing/takedowns/request-takedowns-of-people.ts';
import { eraseNamesInGalleries } from './erase-names.ts';
import { eraseTexts } from './erase-texts.ts';

export type ErasedPerson = {
  id: string;
  club_id: string;
  /** The full name in lower case. */
  name: string;
  /**
   * The full name in lower case where it can mean no other person: first and last name are known, and no other person of a
   * club and no other account has it. Null otherwise; names that were typed by hand are then erased by links only.
   */
  uniqueName: string | null;
};
type Erased = {
  counts: ErasureCounts;
  /** Galleries whose names or photos changed. */
  galleries: string[];
  /** Galleries in which photos were hidden. */
  hiddenIn: string[];
};

/**
 * Erases a person of a club in one transaction: the row, everything that hangs on it, and the name wherever it was
 * written. Photos and groups of faces stay, but deleted photos with the person's linked faces can no longer be restored.
 * With `hidesPhotos` the photos with the person's linked faces are hidden, and wait for a decision like all photos that
 * somebody asked to take down.
 * A table from which rows are erased here is also named in clean-erased-files.ts, so that its files are cleaned.
 * Undefined where there is no such person, or `mayErase`, which is asked once the person is locked, says no.
 */
export async function erasePersonRows(
  trx: Transaction<DB>,
  clubPersonId: string,
  {
    hidesPhotos,
    now,
    mayErase,
    pictureKey,
  }: {
    hidesPhotos: boolean;
    now: Date;
    mayErase?: (() => Promise<boolean>) | undefined;
    /** Unknown where a backup is restored without its secret: its hashes fit nothing then. */
    pictureKey: Buffer | undefined;
  },
): Promise<Erased | undefined> {
  const linked = await lockGalleries(trx, clubPersonId);
  const person = await lockPerson(trx, clubPersonId);
  if (!person || (await mayErase?.()) === false) return undefined;
  const persons = await listPersons(trx, person.id);
  if (!hidesPhotos && pictureKey) await unblockPicturesOf({ tokens: { pictureKey } }, trx, persons);
  await forgetDeletedPhotosOf(trx, persons);
  const hidden = hidesPhotos
    ? await requestTakedownsOfPeople(trx, persons, await causeOf(trx, person.id), now)
    : undefined;
  const { names, decisions, galleries } = await eraseNamesInGalleries(trx, person, linked.persons);
  const { references, answers } = await deleteFaceSearch(trx, person.id);
  const counts = {
    ...(await countDependents(trx, person.id)),
    references: references + (await deleteGuardReferences(trx, person.id, { today: calendarDateOf(now) })),
    answers,
    names,
    decisions,
    ...(await eraseTexts(trx, person, pictureKey)),
    photos_hidden: hidden?.photos ?? 0,
  };
  if (pictureKey && person.uniqueName !== null)
    await keepErasedName({ tokens: { pictureKey } }, trx, {
      club_id: person.club_id,
      name: person.uniqueName,
    });
  await trx.deleteFrom('club_person').where('id', '=', person.id).execute();
  return {
    counts,
    galleries: [...new Set([...linked.galleries, ...galleries, ...(hidden?.galleries ?? [])])],
    hiddenIn: hidden?.galleries ?? [],
  };
}

/** Galleries before the person, in the order in which decisions lock them. */
async function lockGalleries(trx: Transaction<DB>, clubPersonId: string) {
  const { rows } = await sql<{ person_id: string; gallery_id: string }>`
    select l.person_id, p.gallery_id from club_person_link l join person p on p.id = l.person_id
    where l.club_person_id = ${clubPersonId}::uuid`.execute(trx);
  const galleries = [...new Set(rows.map((row) => row.gallery_id))].sort();
  await sql`select id from stored_gallery where id = any(${galleries}::uuid[]) order by id for update`.execute(
    trx,
  );
  return { galleries, persons: rows.map((row) => row.person_id) };
}

async function lockPerson(trx: Transaction<DB>, id: string): Promise<ErasedPerson | undefined> {
  const nameIn = (alias: string) =>
    sql`lower(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}))`;
  const { rows } = await sql<{ id: string; club_id: string; name: string; is_unique: boolean }>`
    select cp.id, cp.club_id, ${nameIn('cp')} as name, cp.first_name <> '' and cp.last_name <> ''
        and not exists (select 1 from club_person other where other.id <> cp.id and ${nameIn('other')} = ${nameIn('cp')})
        and not exists (select 1 from app_user u where u.id is distinct from cp.user_id
          and ${nameIn('u')} = ${nameIn('cp')}) as is_unique
    from club_person cp where cp.id = ${id}::uuid for update`.execute(trx);
  const [row] = rows;
  return (
    row && { id: row.id, club_id: row.club_id, name: row.name, uniqueName: row.is_unique ? row.name : null }
  );
}

/** The persons of galleries that are this one, by what editors and the family said. */
async function listPersons(trx: Transaction<DB>, clubPersonId: string): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select person_id from club_person_link where club_person_id = ${clubPersonId}::uuid
    union select person_id from link_question where club_person_id = ${clubPersonId}::uuid and answer = 'yes'`.execute(
    trx,
  );
  return rows.map((row) => row.person_id);
}

/** Whether the family had asked for this, before it goes with the person. */
async function causeOf(trx: Transaction<DB>, clubPersonId: string): Promise<TakedownCause> {
  const asked = await trx
    .selectFrom('erasure_request')
    .select('club_person_id')
    .where('club_person_id', '=', clubPersonId)
    .where('hides_photos', '=', true)
    .executeTakeFirst();
  return asked ? 'family' : 'person';
}

/** What goes with the person's row. */
async function countDependents(trx: Transaction<DB>, id: string): Promise<ErasureCounts> {
  const count = (table: string) =>
    sql`(select count(*)::int from ${sql.table(table)} t where t.club_person_id = ${id}::uuid)`;
  const { rows } = await sql<ErasureCounts>`
    select ${count('club_person_link')} as links, ${count('guardianship')} as guardianships,
      ${count('consent')} + ${count('removed_paper')} as consents`.execute(trx);
  return rows[0] ?? {};
}
