import { type RawBuilder, sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { Viewer } from '#server/contract/permissions.ts';
import { byName } from '#server/db/by-name.sql.ts';
import { holdGallery } from '#server/features/galleries/galleries/hold-gallery.ts';
import { readsNamesIn } from '#server/features/people/club-people/club-people.repository.ts';
import { requireId } from '#server/ids.ts';
import { nameToTellApart } from '#server/visibility/full-name.sql.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';
import { refusersOfClubsOf } from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';

type Dependencies = Needs<'db' | 'clock'> & { viewer: Viewer; gallery: { id: string } };

/**
 * People of the gallery's clubs who refused to be shown outside, to whom nobody of the gallery is linked, and who were not said to be
 * absent: `club_person` must be in scope.
 */
const mayBeHere = ({ clock, gallery }: Omit<Dependencies, 'viewer'>): RawBuilder<boolean> => sql<boolean>`(
  club_person.id in ${refusersOfClubsOf(gallery.id, clock.today())}
  and not exists (select from absent_refuser absent
    where absent.gallery_id = ${gallery.id}::uuid and absent.club_person_id = club_person.id)
  and not exists (select from who_is_who known join person on person.id = known.person_id
    where known.for_refusal and known.club_person_id = club_person.id and person.gallery_id = ${gallery.id}::uuid))`;

/** Of the clubs whose names the viewer reads, by name; of the others how many. @param except who is asked about by picture */
export async function listRefusersToPlace(ctx: Dependencies, except: readonly string[]) {
  const reads = readsNamesIn(ctx.viewer, sql.ref('club_person.club_id'));
  const from = ctx.db
    .selectFrom('club_person')
    .innerJoin('club', 'club.id', 'club_person.club_id')
    .where(mayBeHere(ctx));
  const named = await from
    .select(['club_person.id as club_person_id', nameToTellApart().as('name')])
    .where(reads)
    .where(sql<boolean>`not club_person.id = any(${[...except]}::uuid[])`)
    .orderBy(byName('club_person.first_name'))
    .orderBy(byName('club_person.last_name'))
    .orderBy('club_person.id')
    .execute();
  const unnamed = await from
    .select((eb) => ['club.name as club_name', eb.cast<number>(eb.fn.countAll(), 'integer').as('count')])
    .where(sql<boolean>`not ${reads}`)
    .groupBy(['club.id', 'club.name'])
    .orderBy(byName('club.name'))
    .execute();
  return { named, unnamed };
}

/**
 * Says of people who refused, and whose names the viewer reads, that they are on none of the gallery's photos, or takes it back.
 * @throws AppError person_not_found
 */
export async function setAbsent(
  ctx: Dependencies,
  clubPersonIds: readonly string[],
  isAbsent: boolean,
): Promise<void> {
  const ids = [...new Set(clubPersonIds.map((id) => requireId(id, 'person_not_found')))];
  await ctx.db.transaction().execute(async (trx) => {
    await holdGallery(trx, ctx.gallery.id);
    const meant = await trx
      .selectFrom('club_person')
      .select('id')
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where(isClubOfGallery(sql.ref('club_person.club_id'), ctx.gallery.id))
      .where(readsNamesIn(ctx.viewer, sql.ref('club_person.club_id')))
      .orderBy('id')
      .forKeyShare()
      .execute();
    if (meant.length !== ids.length) throw new AppError('person_not_found');
    const rows = ids.map((club_person_id) => ({ gallery_id: ctx.gallery.id, club_person_id }));
    if (isAbsent)
      await trx
        .insertInto('absent_refuser')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    else
      await trx
        .deleteFrom('absent_refuser')
        .where('gallery_id', '=', ctx.gallery.id)
        .where('club_person_id', 'in', ids)
        .execute();
  });
}
