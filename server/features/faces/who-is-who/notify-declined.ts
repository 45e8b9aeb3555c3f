import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { notify } from '#server/features/accounts/notifications/notify.ts';
import { mayInGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import { listFamilyAccounts } from '#server/features/people/family/family.repository.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { fullNameOf } from '#server/visibility/full-name.sql.ts';
import { declinedByEditors } from '#server/visibility/who-is-who.sql.ts';

const kind = 'consent_requested';

/**
 * Tells a family that somebody said that a person of a gallery is not their child, whose photos are kept inside the club: once a
 * gallery until all such questions there are answered, and those only who may read the gallery.
 * @returns the users to publish notifications to, after the commit
 */
export async function notifyDeclined(
  ctx: Needs<'clock' | 'jobs' | 'mail'> & { viewer: SignedIn },
  trx: Transaction<DB>,
  { galleryId, personId, clubPersonId }: { galleryId: string; personId: string; clubPersonId: string },
): Promise<string[]> {
  const today = ctx.clock.today();
  const declined = await trx
    .selectFrom(declinedByEditors(sql`${clubPersonId}::uuid`, today).as('declined'))
    .innerJoin('gallery', 'gallery.id', 'declined.gallery_id')
    .innerJoin('club_person', (join) => join.on('club_person.id', '=', clubPersonId))
    .innerJoin('club', 'club.id', 'club_person.club_id')
    .select(['gallery.name as gallery', 'club.name as club', fullNameOf.as('child')])
    .where('declined.person_id', '=', personId)
    .executeTakeFirst();
  if (!declined) return [];
  const href = `/my-photos?tab=${clubPersonId}`;
  const told = await trx
    .selectFrom('notification')
    .select('user_id')
    .where('kind', '=', kind)
    .where('href', '=', href)
    .where('settled_at', 'is', null)
    .where(sql`params ->> 'gallery_id'`, '=', galleryId)
    .execute();
  const known = new Set(told.map(({ user_id }) => user_id));
  const readers: string[] = [];
  for (const id of await listFamilyAccounts(trx, clubPersonId, today))
    if (id !== ctx.viewer.id && !known.has(id) && (await mayInGallery(trx, id, galleryId, 'read')))
      readers.push(id);
  const params = {
    ...declined,
    context: 'declined',
    gallery_id: galleryId,
    club_person_id: clubPersonId,
  };
  await notify(ctx, trx, readers, [{ kind, params, href }]);
  return readers;
}
