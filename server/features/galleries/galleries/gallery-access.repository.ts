import type { Kysely } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import { byName } from '#server/db/by-name.sql.ts';
import type { DB } from '#server/db/tables.ts';
import { fullName } from '#server/features/accounts/users/users.repository.ts';
import { askedSince } from '#server/features/galleries/events/asked-clubs.ts';
import { clubCards, listEventClubs } from '#server/features/galleries/events/events.repository.ts';

/** Who may see a gallery beyond its creator, photographer and the administrators. */
export async function getGalleryAccess(db: Kysely<DB>, galleryId: string, now: Date) {
  const gallery = await db
    .selectFrom('gallery')
    .innerJoin('event', 'event.id', 'gallery.event_id')
    .select(['gallery.event_id', 'event.name as event_name', 'gallery.visibility'])
    .where('gallery.id', '=', galleryId)
    .executeTakeFirst();
  if (!gallery) throw new AppError('gallery_not_found');
  const event_clubs = await listEventClubs(db, gallery.event_id);
  const additional_clubs = await clubCards(db)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('gallery_club')
          .select('gallery_club.club_id')
          .whereRef('gallery_club.club_id', '=', 'club.id')
          .where('gallery_club.gallery_id', '=', galleryId),
      ),
    )
    .orderBy(byName('club.name'))
    .orderBy('club.id')
    .execute();
  const pending_clubs = await clubCards(db)
    .innerJoin('asked_club', 'asked_club.club_id', 'club.id')
    .where('asked_club.gallery_id', '=', galleryId)
    .where('asked_club.asked_at', '>', askedSince(now))
    .execute();
  const users = await db
    .selectFrom('gallery_user')
    .innerJoin('app_user', 'app_user.id', 'gallery_user.user_id')
    .select([
      'app_user.id',
      'app_user.username',
      'app_user.email',
      'app_user.first_name',
      'app_user.last_name',
    ])
    .where('gallery_user.gallery_id', '=', galleryId)
    .orderBy(byName('app_user.username'))
    .execute();
  const inherited = new Set(event_clubs.map((club) => club.id));
  return {
    ...gallery,
    event_clubs,
    additional_clubs,
    pending_clubs,
    accessible_clubs:
      gallery.visibility === 'club_restricted'
        ? [...event_clubs, ...additional_clubs.filter((club) => !inherited.has(club.id))]
        : [],
    users: users.map((user) => ({ ...user, name: fullName(user) || user.username })),
  };
}
