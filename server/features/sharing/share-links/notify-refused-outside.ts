import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import type { Refusal } from '#server/endings.ts';
import { grantsOfAccount } from '#server/features/accounts/auth/role-grants.sql.ts';
import { notify } from '#server/features/accounts/notifications/notify.ts';
import { checkOf } from '#server/features/faces/who-is-who/notify-people-answered.ts';
import { listShowingOutside } from '#server/features/galleries/galleries/gallery-managers.repository.ts';
import { allowedGalleryIds } from '#server/features/galleries/galleries/load-gallery.ts';
import { readsNamesIn } from '#server/features/people/club-people/club-people.repository.ts';
import { nameToTellApart } from '#server/visibility/full-name.sql.ts';
import { isUnheardRefusal } from '#server/visibility/who-is-who.sql.ts';

const kind = 'refused_outside';
/** The newest galleries only: at the start of a season dozens answer. */
const GALLERIES_MOST = 5;

/**
 * Somebody refused to be shown outside, and galleries of the club are shown there in which nobody has said that they are on the
 * photos: whoever shows them to people outside is told, once until that is over. The row of the person has to be locked, because
 * an erasure deletes what names them.
 * @returns the users to publish notifications to, after the commit
 */
export async function notifyRefusedOutside(
  ctx: Needs<'jobs' | 'mail' | 'clock'>,
  trx: Transaction<DB>,
  refuser: Refusal,
): Promise<string[]> {
  const told: string[] = [];
  for (const gallery of await listGalleries(trx, refuser.clubPersonId, ctx))
    told.push(...(await tellShowingOutside(ctx, trx, gallery, refuser)));
  return told;
}

/**
 * Tells those who show a gallery to people outside of somebody who refused, except who said so and who was told.
 * @param isLikely nobody has said that they are on the photos, but the check asks about them
 * @returns whom
 */
export async function tellShowingOutside(
  ctx: Needs<'jobs' | 'mail' | 'clock'>,
  trx: Transaction<DB>,
  gallery: { id: string; name: string },
  refuser: Refusal,
  isLikely = false,
): Promise<string[]> {
  const href = checkOf(gallery.id);
  const known = await listTold(trx, refuser.clubPersonId, href, isLikely);
  const told: string[] = [];
  for (const reader of await listShowingOutside(trx, gallery.id, ctx.clock.now())) {
    if (reader === refuser.saidBy || known.has(reader)) continue;
    const child = await nameFor(trx, reader, gallery.id, refuser);
    const params = {
      gallery: gallery.name,
      club: refuser.club.name,
      club_person_id: refuser.clubPersonId,
      ...(isLikely && { context: 'likely' }),
      ...(child !== undefined && { context: isLikely ? 'likely_named' : 'named', child }),
    };
    await notify(ctx, trx, [reader], [{ kind, params, href }]);
    told.push(reader);
  }
  return told;
}

async function listGalleries(trx: Transaction<DB>, clubPersonId: string, { clock }: Needs<'clock'>) {
  return trx
    .selectFrom('gallery')
    .innerJoin('club_person', (join) => join.on('club_person.id', '=', clubPersonId))
    .select(['gallery.id', 'gallery.name'])
    .where(isUnheardRefusal('club_person', sql.ref('gallery.id'), clock.today(), clock.now()))
    .orderBy('gallery.created_at', 'desc')
    .orderBy('gallery.id', 'desc')
    .limit(GALLERIES_MOST)
    .execute();
}

/** Who was told of this already; of one who is likely there also who has not read yet that the person refused. */
async function listTold(
  trx: Transaction<DB>,
  clubPersonId: string,
  href: string,
  isLikely: boolean,
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('notification')
    .select('user_id')
    .where('kind', '=', kind)
    .where('href', '=', href)
    .where('settled_at', 'is', null)
    .where(sql`params ->> 'club_person_id'`, '=', clubPersonId)
    .$if(isLikely, (told) =>
      told.where(sql<boolean>`(read_at is null or params ->> 'context' in ('likely', 'likely_named'))`),
    )
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** The name of the refuser, for those who may read it at the check. */
async function nameFor(
  trx: Transaction<DB>,
  reader: string,
  galleryId: string,
  refuser: Refusal,
): Promise<string | undefined> {
  const viewer = await trx
    .selectFrom('app_user')
    .select(['id', grantsOfAccount.as('grants')])
    .where('id', '=', reader)
    .executeTakeFirstOrThrow();
  if (!(await allowedGalleryIds(trx, viewer, [galleryId], 'editPeople')).has(galleryId)) return undefined;
  const row = await trx
    .selectFrom('club_person')
    .select(nameToTellApart().as('name'))
    .where('id', '=', refuser.clubPersonId)
    .where(readsNamesIn(viewer, sql.ref('club_person.club_id')))
    .executeTakeFirst();
  return row?.name;
}
