import { sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { isPhotoShownTo, visitorsBy } from '#server/visibility/photo-visibility.sql.ts';
import type { OpenedLink } from './check-share-link.ts';
import { clubNamesOfGallery } from './club-names-of-gallery.sql.ts';
import { findSharedName } from './family-share-links.repository.ts';

/** What a visitor by link learns about the gallery: names and counts, no ids of people, no addresses. */
export async function getSharedGallery(ctx: Needs<'db' | 'clock'>, link: OpenedLink) {
  if (link.scope === 'club_person') return getSharedPerson(ctx, link);
  const { db, clock } = ctx;
  const row = await db
    .selectFrom('gallery')
    .innerJoin('event', 'event.id', 'gallery.event_id')
    .leftJoin('app_user as photographer', 'photographer.id', 'gallery.photographer_id')
    .select([
      'gallery.name',
      'gallery.created_at',
      'event.name as event_name',
      'event.event_date',
      clubNamesOfGallery.as('clubs'),
      'photographer.first_name as photographer_first_name',
      'photographer.last_name as photographer_last_name',
      sql<number>`(select count(*)::int from photo where photo.gallery_id = gallery.id and ${isPhotoShownTo(visitorsBy(link, clock.today()))})`.as(
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

/** The same of a link to one person of a club: no gallery, event or photographer is named for all of its photos. */
async function getSharedPerson(
  { db, clock }: Needs<'db' | 'clock'>,
  link: Extract<OpenedLink, { scope: 'club_person' }>,
) {
  const name = await findSharedName(db, link.club_person_id);
  if (name === undefined) throw new AppError('link_not_found');
  const { photo_count } = await db
    .selectFrom('photo')
    .select(sql<number>`count(*)::int`.as('photo_count'))
    .where(isPhotoShownTo(visitorsBy(link, clock.today())))
    .executeTakeFirstOrThrow();
  return {
    name,
    photo_count,
    created_at: link.created_at,
    event_name: '',
    event_date: null,
    clubs: [],
    photographer_first_name: '',
    photographer_last_name: '',
  };
}
