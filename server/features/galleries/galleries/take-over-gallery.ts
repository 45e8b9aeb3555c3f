import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { type Authorized, isGlobalAdmin } from '#server/contract/permissions.ts';
import { byName } from '#server/db/by-name.sql.ts';
import type { DB } from '#server/db/tables.ts';
import { notify, publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { listActiveAdminIds } from '#server/features/accounts/users/users.repository.ts';
import { recordAudit } from '#server/features/platform/audit/record-audit.ts';
import { requireId } from '#server/ids.ts';
import { publishRights } from '#server/live/bus.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import {
  hasEndedHere,
  isClubOfGallery,
  isLeft,
  isOpenToObjection,
} from '#server/visibility/gallery-visibility.sql.ts';
import { listActiveClubAdminIdsOf } from './gallery-managers.repository.ts';
import type { LoadedGallery } from './load-gallery.ts';

type Dependencies = Needs<'db' | 'bus' | 'clock' | 'jobs' | 'mail'> & { viewer: SignedIn };

/**
 * Makes the viewer the creator of a gallery whose creator and photographer have ended in all its clubs; a global administrator may
 * name somebody else. Its photographer and credit stay. All its clubs' administrators and the earlier creator are told.
 * @throws AppError gallery_not_left, takeover_objected, forbidden, user_not_found
 */
export async function takeOverGallery(
  ctx: Dependencies,
  gallery: Authorized<LoadedGallery, 'takeOver'>,
  userId: string | undefined,
): Promise<void> {
  if (userId !== undefined && !isGlobalAdmin(ctx.viewer)) throw new AppError('forbidden');
  const creator = userId === undefined ? ctx.viewer.id : requireId(userId, 'user_not_found');
  const told = await ctx.db.transaction().execute(async (trx) => {
    const former = await lockLeft(trx, ctx, gallery.id);
    const named = await trx
      .selectFrom('app_user')
      .innerJoin('gallery', (join) => join.on('gallery.id', '=', gallery.id))
      .select(['app_user.username', hasEndedHere(sql.ref('app_user.id')).as('has_ended')])
      .where('app_user.id', '=', creator)
      .where('app_user.is_active', '=', true)
      .executeTakeFirst();
    if (!named || (named.has_ended && creator !== ctx.viewer.id)) throw new AppError('user_not_found');
    const [gallery_id, taken_at] = [gallery.id, ctx.clock.now()];
    const taken = { taken_by: creator, taken_at, former_creator: former, objected_at: null };
    await trx
      .insertInto('gallery_takeover')
      .values({ gallery_id, ...taken })
      .onConflict((conflict) => conflict.column('gallery_id').doUpdateSet(taken))
      .execute();
    await setCreator(trx, gallery.id, creator);
    await recordAudit(trx, ctx.viewer, {
      action: 'gallery.takeOver',
      target: { kind: 'gallery', id: gallery.id, name: gallery.name },
      params: { user_id: creator, username: named.username },
    });
    const user = creator === ctx.viewer.id ? ctx.viewer.fullName || ctx.viewer.username : named.username;
    return tell(ctx, trx, gallery, [former, creator], { user, gallery: gallery.name });
  });
  publishNotifications(ctx.bus, told);
  publishRights(ctx.bus, [creator]);
}

/**
 * An administrator of another club of the gallery says no in time: it is nobody's again, and a global administrator decides.
 * @throws AppError takeover_not_found
 */
export async function objectToTakeover(
  ctx: Dependencies,
  gallery: Authorized<LoadedGallery, 'endLinks'>,
): Promise<void> {
  const { told, taker } = await ctx.db.transaction().execute(async (trx) => {
    await trx.selectFrom('gallery').select('id').where('id', '=', gallery.id).forUpdate().execute();
    const takeover = await trx
      .selectFrom('gallery_takeover')
      .innerJoin('gallery', 'gallery.id', 'gallery_takeover.gallery_id')
      .select(['taken_by', 'former_creator'])
      .where('gallery_id', '=', gallery.id)
      .where(isOpenToObjection(ctx.viewer.id, sql`${ctx.clock.now()}::timestamptz`))
      .executeTakeFirst();
    if (!takeover) throw new AppError('takeover_not_found');
    await setCreator(trx, gallery.id, takeover.former_creator);
    await trx
      .updateTable('gallery_takeover')
      .set({ objected_at: ctx.clock.now() })
      .where('gallery_id', '=', gallery.id)
      .execute();
    await recordAudit(trx, ctx.viewer, {
      action: 'gallery.objectTakeover',
      target: { kind: 'gallery', id: gallery.id, name: gallery.name },
    });
    const club = await clubOf(trx, gallery.id, ctx.viewer.id);
    const readers = [takeover.taken_by, ...(await listActiveAdminIds(trx))];
    const params = { club, gallery: gallery.name, context: 'objected' };
    return { told: await tell(ctx, trx, gallery, readers, params), taker: takeover.taken_by };
  });
  publishNotifications(ctx.bus, told);
  if (taker) publishRights(ctx.bus, [taker]);
}

/** @returns who made it, where the account is still there */
async function lockLeft(trx: Transaction<DB>, ctx: Dependencies, galleryId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('gallery')
    .select(['created_by', isLeft.as('is_left')])
    .select((eb) =>
      eb
        .selectFrom('gallery_takeover')
        .select('objected_at')
        .whereRef('gallery_id', '=', 'gallery.id')
        .as('objected_at'),
    )
    .where('id', '=', galleryId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('gallery_not_found');
  if (!row.is_left) throw new AppError('gallery_not_left');
  if (row.objected_at && !isGlobalAdmin(ctx.viewer)) throw new AppError('takeover_objected');
  return row.created_by;
}

async function setCreator(trx: Transaction<DB>, galleryId: string, userId: string | null): Promise<void> {
  await trx.updateTable('gallery').set({ created_by: userId }).where('id', '=', galleryId).execute();
  if (userId === null) return;
  await sql`delete from ended_in_gallery e using gallery g
    where g.id = e.gallery_id and g.id = ${galleryId}::uuid and e.user_id = ${userId}::uuid
      and exists (select 1 from clubs_of_gallery(g.id, g.event_id) c (id) where belongs_to(e.user_id, c.id))`.execute(
    trx,
  );
}

async function clubOf(trx: Transaction<DB>, galleryId: string, userId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select c.name from role_assignment r join club c on c.id = r.club_id
    where r.user_id = ${userId}::uuid and r.role_name = 'club_admin' and ${isClubOfGallery(sql.ref('c.id'), galleryId)}
    order by ${byName('c.name')} limit 1`.execute(trx);
  return rows[0]?.name ?? '';
}

async function tell(
  ctx: Dependencies,
  trx: Transaction<DB>,
  gallery: LoadedGallery,
  others: readonly (string | null)[],
  params: Record<string, string>,
): Promise<string[]> {
  const readers = [...(await listActiveClubAdminIdsOf(trx, gallery.id)), ...others].filter(
    (id): id is string => id !== null && id !== ctx.viewer.id,
  );
  await notify(ctx, trx, readers, [{ kind: 'gallery_taken_over', params, href: `/gallery/${gallery.id}` }]);
  return [...new Set(readers)];
}
