import { type RawBuilder, sql, type Transaction } from 'kysely';
import { dayMs, lifetimes } from '#server/contract/lifetimes.ts';
import type { DB } from '#server/db/tables.ts';
import { uploadGapMs } from '#server/features/galleries/photos/upload-gap.ts';
import { firstIdOf } from '#server/ids.ts';
import { isPhotoShownTo } from '#server/visibility/photo-visibility.sql.ts';

/** The kinds whose mail of the evening counts photos. */
export const photoKinds = ['gallery_created', 'photos_processed'] as const;

/**
 * Ids are ordered by the time at which they were made, so that photos of a period are found by their ids. The id of a guest photo
 * may be this much older than its row in `photo`: it is made when the guest sends the photo, the row when an editor accepts it.
 */
const idMarginMs = lifetimes.guestPhotoKeptMs + dayMs;

/** Photos of `gallery_id` added after `since`, a time of the database as text, are news to the user. */
export type NewPhotos = { user_id: string; gallery_id: string; since: string };

/**
 * The digest of `now` tells of photos until this time, and the next digest of those since. A gallery with later ones waits for
 * the end of the upload, so that no mail says 3 of 400.
 */
export const newPhotosUntil = (now: Date): Date => new Date(now.getTime() - uploadGapMs);

/**
 * The galleries with photos that readers of the digest have not been told of: those of their clubs, and those that a
 * notification for the digest is about. What a reader was told stands in the digests of the last 30 days
 * (`lifetimes.mailKeptMs`): until when, and of which galleries. Digests of earlier releases do not
 * say it, and count as having told of every gallery.
 * @param reads whether a user (alias `u`) gets a digest now
 * @param wants whether the user wants a kind in the digest
 */
export async function listNewPhotos(
  trx: Transaction<DB>,
  { oldest, until }: { oldest: Date; until: Date },
  reads: RawBuilder<boolean>,
  wants: (kind: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<NewPhotos[]> {
  const { rows } = await sql<NewPhotos>`
    with reader as materialized (select u.id from app_user u where ${reads}),
    fresh as materialized (
      select photo.gallery_id, max(photo.created_at) as last_at from photo
      where photo.id > ${firstIdOf(new Date(oldest.getTime() - idMarginMs))}::uuid
        and photo.created_at > ${oldest}::timestamptz and ${isPhotoShownTo('readers')}
      group by photo.gallery_id having max(photo.created_at) <= ${until}::timestamptz),
    concerned as (
      select u.id as user_id, fresh.gallery_id, coalesce(m.approved_at, '-infinity') as since
      from fresh join gallery on gallery.id = fresh.gallery_id and gallery.visibility <> 'private'
      join lateral (
        select ec.club_id from event_club ec where ec.event_id = gallery.event_id
        union select gc.club_id from gallery_club gc where gc.gallery_id = gallery.id) c on true
      join club_membership m on m.club_id = c.club_id and m.status = 'approved'
      join reader u on u.id = m.user_id and ${wants(sql`'gallery_created'`)}
      where u.id is distinct from gallery.created_by and u.id is distinct from gallery.photographer_id
      union all
      select u.id, fresh.gallery_id, '-infinity'
      from notification n join reader u on u.id = n.user_id and ${wants(sql`n.kind`)}
      join fresh on fresh.gallery_id::text = split_part(n.href, '/', 3)
      where n.kind = any(${[...photoKinds]}) and n.mail_id is null and n.read_at is null
        and n.created_at > ${oldest}::timestamptz),
    news as (
      select user_id, gallery_id, greatest(${oldest}::timestamptz, min(since),
        (select max(n.read_at) from notification n where n.user_id = concerned.user_id
          and n.kind = any(${[...photoKinds]}) and n.href = '/gallery/' || gallery_id),
        (select max(case when not o.params ? 'until' then o.created_at
            when o.params ? gallery_id::text then (o.params->>'until')::timestamptz end)
          from mail_outbox o where o.user_id = concerned.user_id and o.kind = 'digest')) as since
      from concerned group by user_id, gallery_id)
    select news.user_id, news.gallery_id, news.since::text from news join fresh using (gallery_id)
    where fresh.last_at > news.since order by news.user_id, news.gallery_id`.execute(trx);
  return rows;
}
