import { type RawBuilder, sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { Viewer } from '#server/contract/permissions.ts';
import { readsNamesIn } from '#server/features/people/club-people/club-people.repository.ts';
import { isPhotoLeftOutForGood, refusalsIn } from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';
import { unansweredRefusals } from '#server/visibility/waiting-photos.sql.ts';

/** Photos that wait for an answer, and until when they count as waiting rather than as left out. */
export type Waiting = { photo_count: number; until: string };
type Dependencies = Needs<'db' | 'clock'> & { viewer: Viewer; gallery: { id: string } };

/**
 * Photos that were added to what is shared and wait for an answer, by who may be on them; of people whose names the viewer does
 * not read only the number.
 * @param isShared a condition on `photo`
 */
export async function countWaiting(
  { db, clock, viewer, gallery }: Dependencies,
  isShared: RawBuilder<boolean>,
): Promise<{ each: (clubPersonId: string) => Waiting | null; elsewhere: number }> {
  const refusals = refusalsIn({ galleryId: gallery.id, today: clock.today() });
  const { rows } = await sql<{ club_person_id: string | null; photo_count: number; since: Date }>`
    select case when ${readsNamesIn(viewer, sql.ref('waits.club_id'))} then waits.club_person_id end as club_person_id,
      count(distinct photo.id)::int as photo_count, max(waits.since) as since
    from ${unansweredRefusals} waits join photo on photo.id = waits.photo_id
    where waits.gallery_id = ${gallery.id}::uuid and ${isShared}
      and not ${isPhotoLeftOutForGood(sql.ref('photo.id'), refusals)}
    group by 1`.execute(db);
  const of = (id: string | null) => rows.find(({ club_person_id }) => club_person_id === id);
  return {
    each: (clubPersonId) => {
      const row = of(clubPersonId);
      if (!row) return null;
      const until = new Date(row.since.getTime() + lifetimes.addedPhotosWaitMs);
      return { photo_count: row.photo_count, until: until.toISOString() };
    },
    elsewhere: of(null)?.photo_count ?? 0,
  };
}
