import { type RawBuilder, sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { Viewer } from '#server/contract/permissions.ts';
import { byName } from '#server/db/by-name.sql.ts';
import { readsNamesIn } from '#server/features/people/club-people/club-people.repository.ts';
import { nameToTellApart } from '#server/visibility/full-name.sql.ts';
import { isRefusing } from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';

type Dependencies = Needs<'db' | 'clock'> & { viewer: Viewer; gallery: { id: string } };

/**
 * Photos that wait because photos of people who refused were deleted in the gallery, the newest first, and who these are, as far as
 * the viewer reads their names.
 * @param isShared a condition on `photo`
 */
export async function listAddedAfterRemoval(ctx: Dependencies, isShared: RawBuilder<boolean>) {
  const waiting = await ctx.db
    .selectFrom('photo')
    .select(['photo.id', 'photo.filename', 'photo.width', 'photo.height', 'photo.rendition_version'])
    .where('photo.gallery_id', '=', ctx.gallery.id)
    .where('photo.awaits_answer', '=', true)
    .where('photo.is_kept_inside', '=', false)
    .where(isShared)
    .orderBy('photo.id', 'desc')
    .execute();
  return {
    photos: waiting.slice(0, listSizes.keptInside),
    total: waiting.length,
    photo_ids: waiting.slice(0, countLimits.bulkMax).map(({ id }) => id),
    people: waiting.length > 0 ? await listRemoved(ctx) : [],
  };
}

async function listRemoved({ db, clock, viewer, gallery }: Dependencies) {
  return db
    .selectFrom('removed_refuser')
    .innerJoin('club_person', 'club_person.id', 'removed_refuser.club_person_id')
    .select(['club_person.id as club_person_id', nameToTellApart().as('name')])
    .where('removed_refuser.gallery_id', '=', gallery.id)
    .where(readsNamesIn(viewer, sql.ref('club_person.club_id')))
    .where(isRefusing(sql.ref('club_person.id'), clock.today()))
    .orderBy(byName('club_person.first_name'))
    .orderBy('club_person.id')
    .execute();
}
