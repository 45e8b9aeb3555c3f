import { type Kysely, sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { Viewer } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import { allowedGalleryIds } from '#server/features/galleries/galleries/load-gallery.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';
import { isRefusing } from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';
import { askedPeople } from '#server/visibility/waiting-photos.sql.ts';
import { isUnheardRefusal } from '#server/visibility/who-is-who.sql.ts';

/**
 * Galleries of the viewer that people outside see, and how many people of their clubs refused to be seen there without anybody having
 * said whether they are on the photos. Only where there is somebody on them whom they may be: of others the check asks nothing. People of other clubs
 * are not read: this is asked with each dashboard.
 */
export async function countUnheardRefusals(
  db: Kysely<DB>,
  viewer: Viewer,
  { clock }: Needs<'clock'>,
): Promise<Record<string, number>> {
  const today = clock.today();
  const { rows } = await sql<{ id: string; refused: number }>`
    with own as materialized (
      select gallery.id from gallery where ${viewer.id}::uuid in (gallery.created_by, gallery.photographer_id)
        or gallery.id in (select made.gallery_id from share_link made where made.created_by = ${viewer.id}::uuid)),
    refuser as materialized (
      select club_person.id, club_person.club_id from club_person
      where club_person.club_id = any(array(
          select club.id from club where exists (select from own where ${isClubOfGallery(sql.ref('club.id'), sql.ref('own.id'))})))
        and ${isRefusing(sql.ref('club_person.id'), today)})
    select gallery.id, count(*)::int as refused
    from own gallery join refuser on ${isUnheardRefusal('refuser', sql.ref('gallery.id'), today, clock.now())}
    where not exists (select from absent_refuser absent
        where absent.gallery_id = gallery.id and absent.club_person_id = refuser.id)
      and exists (
        select from person join assignment placed on placed.person_id = person.id join face seen on seen.id = placed.face_id
          join photo on photo.id = seen.photo_id
        where person.gallery_id = gallery.id and person.checked_as is distinct from 'nobody_known' and not person.is_hidden
          and not exists (select from who_is_who known where known.for_outside and known.person_id = person.id)
          and not exists (select from ${askedPeople} asked where asked.person_id = person.id)
          and not photo.is_kept_inside and not ${isTakenDown()})
    group by gallery.id`.execute(db);
  const allowed = await allowedGalleryIds(
    db,
    viewer,
    rows.map(({ id }) => id),
    'createSharingLinks',
  );
  return Object.fromEntries(rows.filter(({ id }) => allowed.has(id)).map(({ id, refused }) => [id, refused]));
}
