import { type RawBuilder, sql } from 'kysely';
import { isClubOfGallery } from './gallery-visibility.sql.ts';

/**
 * Photos whose file is in other galleries of the same clubs, by the checksums that refuse duplicates: rows `(photo_id, other_id,
 * gallery_id)`, the last two of the other photo.
 * @param isMeant a condition on `photo`, which has the file
 * @param isSought a condition on `gallery`, which has it, too
 */
export const photosOfSameFile = (
  isMeant: RawBuilder<boolean>,
  isSought: RawBuilder<boolean>,
): RawBuilder<unknown> => sql`(
  select distinct mine.id as photo_id, other.id as other_id, other.gallery_id
  from (
    select photo.id, photo.gallery_id, hash from photo cross join unnest(array[photo.sha256, photo.sent_sha256]) hash
    where hash is not null and ${isMeant}
  ) mine cross join lateral (
    select id, gallery_id from photo same where same.sha256 = mine.hash
    union all select id, gallery_id from photo same where same.sent_sha256 = mine.hash
  ) other join gallery on gallery.id = other.gallery_id
  where other.gallery_id <> mine.gallery_id and ${isSought}
    and exists (
      select from club where ${isClubOfGallery(sql.ref('club.id'), sql.ref('mine.gallery_id'))}
        and ${isClubOfGallery(sql.ref('club.id'), sql.ref('other.gallery_id'))}))`;
