import { type RawBuilder, sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { Viewer } from '#server/contract/permissions.ts';
import { userNameOf } from '#server/features/accounts/users/user-name.sql.ts';
import { readsNamesIn } from '#server/features/people/club-people/club-people.repository.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';
import { isPhotoLeftOutForGood, refusalsIn } from '#server/visibility/hide-or-blur-for-outsiders.sql.ts';
import { askedPeople, askedPhotos } from '#server/visibility/waiting-photos.sql.ts';

type Dependencies = Needs<'db' | 'clock'> & { viewer: Viewer; gallery: { id: string } };
export type AskedPerson = { person_id: string; photo_count: number };

/** Whether the viewer reads the names of a club of the gallery, and so may know somebody. */
export const readsListOf = (viewer: Viewer, galleryId: string | RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from club asked_club
    where ${isClubOfGallery(sql.ref('asked_club.id'), galleryId)} and ${readsNamesIn(viewer, sql.ref('asked_club.id'))})`;

export async function readsList({ db, viewer, gallery }: Dependencies): Promise<boolean> {
  const { rows } = await sql<{ reads: boolean }>`select ${readsListOf(viewer, gallery.id)} as reads`.execute(
    db,
  );
  return rows[0]!.reads;
}

/** People of a gallery whose photos wait because the club is asked about them, the most photos first. */
export async function listAsked({ db, clock, gallery }: Dependencies, isShared: RawBuilder<boolean>) {
  const refusals = refusalsIn({ galleryId: gallery.id, today: clock.today() });
  const { rows } = await sql<AskedPerson>`
    select asked.person_id, count(distinct photo.id)::int as photo_count
    from ${askedPhotos} asked join photo on photo.id = asked.photo_id
    where ${isShared} and not ${isPhotoLeftOutForGood(sql.ref('photo.id'), refusals)}
    group by asked.person_id order by photo_count desc, asked.person_id`.execute(db);
  return rows;
}

/** Who does not know these people; null where the account is gone. */
export async function listAskers({ db }: Dependencies, personIds: readonly string[]) {
  const { rows } = await sql<{ person_id: string; name: string | null }>`
    select asked.person_id, ${userNameOf('asker')} as name
    from ${askedPeople} asked left join app_user asker on asker.id = asked.asked_by
    where asked.person_id = any(${[...personIds]}::uuid[])`.execute(db);
  const names = new Map(rows.map(({ person_id, name }) => [person_id, name]));
  return (personId: string): string | null => names.get(personId) ?? null;
}
