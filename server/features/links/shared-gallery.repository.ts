import { sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/errors.ts';
import { shownTo, visitorsBy } from '#server/features/photos/photo-audience.sql.ts';
import type { SharedScope } from '#server/features/photos/share-scope.sql.ts';

/** What a visitor by link learns about the gallery: names and counts, no ids of people, no addresses. */
export async function getSharedGallery(
  { db, clock }: Needs<'db' | 'clock'>,
  link: SharedScope & { gallery_id: string },
) {
  const row = await db
    .selectFrom('gallery')
    .innerJoin('event', 'event.id', 'gallery.event_id')
    .leftJoin('app_user as photographer', 'photographer.id', 'gallery.photographer_id')
    .select([
      'gallery.name',
      'gallery.created_at',
      'event.name as event_name',
      'event.event_date',
      'photographer.first_name as photographer_first_name',
      'photographer.last_name as photographer_last_name',
      sql<number>`(select count(*)::int from photo where photo.gallery_id = gallery.id and ${shownTo(visitorsBy(link, clock.today()))})`.as(
        'photo_count',
      ),
    ])
    .where('gallery.id', '=', link.gallery_id)
    .executeTakeFirst();
  if (!row) throw new AppError('link_not_found');
  return {
    ...row,
    photographer_first_name: row.photographer_first_name ?? '',
    photographer_last_name: row.photographer_last_name ?? '',
  };
}
