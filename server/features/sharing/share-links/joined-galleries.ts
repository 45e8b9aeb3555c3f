import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { galleriesBeside, joinLinkInput } from '#server/contract/schemas/share-links.ts';
import type { DB } from '#server/db/tables.ts';
import { notify, publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { userNameOf } from '#server/features/accounts/users/user-name.sql.ts';
import { listActiveAdminIds } from '#server/features/accounts/users/users.repository.ts';
import { listGalleryDeciders } from '#server/features/galleries/galleries/gallery-managers.repository.ts';
import { holdBackUnknown } from '#server/features/galleries/galleries/hold-back-added.repository.ts';
import { allowedGalleryIds, mayInGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import { recordSharingAudit } from '#server/features/platform/audit/record-audit.ts';
import { newId, randomToken, requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { visibleTo } from '#server/visibility/gallery-visibility.sql.ts';
import { isLinkInForce } from '#server/visibility/is-gallery-shown-outside.sql.ts';
import { holdGalleries } from './hold-galleries.ts';
import { firstExpiryNotice, limitLinkExpiry } from './limit-link-expiry.ts';
import { settleCheck } from './notify-photos-waiting.ts';
import { type LinkRow, linkStatus, links } from './share-links.repository.ts';

/**
 * One link over several galleries of an event: docs/decisions/0080. Each gallery has a link of its own, and the common token opens all.
 */

type Dependencies = Needs<'db' | 'bus' | 'clock'> & { viewer: SignedIn; gallery: { id: string } };

const hrefOf = (galleryId: string) => `/gallery/${galleryId}?share=1`;

/** The other galleries of the event that the viewer sees. */
export async function listBeside(
  { db, clock, viewer, gallery }: Dependencies,
  linkId: string,
): Promise<z.output<typeof galleriesBeside>['galleries']> {
  const { common_token } = await links(db).where('id', '=', linkId).executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('gallery')
    .select([
      'gallery.id',
      'gallery.name',
      sql<boolean>`exists (select from share_link l where l.gallery_id = gallery.id and l.common_token = ${common_token}
        and ${isLinkInForce('l', sql`${clock.now()}::timestamptz`)})`.as('is_shown'),
      sql<boolean>`exists (select from asked_gallery a where a.gallery_id = gallery.id and a.share_link_id = ${linkId}::uuid)`.as(
        'is_asked',
      ),
    ])
    .where('gallery.id', '<>', gallery.id)
    .where(
      sql<boolean>`gallery.event_id = (select own.event_id from gallery own where own.id = ${gallery.id}::uuid)`,
    )
    .where(visibleTo(viewer))
    .orderBy('gallery.created_at')
    .orderBy('gallery.id')
    .execute();
  const mayShare = await allowedGalleryIds(
    db,
    viewer,
    rows.map(({ id }) => id),
    'createSharingLinks',
  );
  return rows.map((row) => ({ ...row, may_share: mayShare.has(row.id) }));
}

/** The links of other galleries that ask to show this one, too. */
export async function listAskedFor({ db, clock }: Needs<'db' | 'clock'>, galleryId: string) {
  return db
    .selectFrom('asked_gallery')
    .innerJoin('share_link as l', 'l.id', 'asked_gallery.share_link_id')
    .innerJoin('app_user as asker', 'asker.id', 'asked_gallery.asked_by')
    .select(['l.id as link_id', userNameOf('asker').as('asked_by')])
    .where('asked_gallery.gallery_id', '=', galleryId)
    .where(isLinkInForce('l', sql`${clock.now()}::timestamptz`))
    .orderBy('asked_gallery.asked_at')
    .orderBy('l.id')
    .execute();
}

/**
 * Asks those who may share another gallery of the event to add it to the link. They are told once until they have answered.
 * @throws AppError link_not_found, gallery_not_found
 */
export async function askGallery(
  ctx: Dependencies & Needs<'jobs' | 'mail'>,
  linkId: string,
  otherId: string,
): Promise<void> {
  const { clock, viewer } = ctx;
  const told = await ctx.db.transaction().execute(async (trx) => {
    await requireJoinable(ctx, trx, linkId);
    const other = await trx
      .selectFrom('gallery')
      .innerJoin('gallery as own', 'own.event_id', 'gallery.event_id')
      .innerJoin('event', 'event.id', 'gallery.event_id')
      .select(['gallery.id', 'gallery.name', 'event.name as event'])
      .where('own.id', '=', ctx.gallery.id)
      .where('gallery.id', '=', requireId(otherId, 'gallery_not_found'))
      .where('gallery.id', '<>', ctx.gallery.id)
      .where(visibleTo(viewer))
      .executeTakeFirst();
    if (!other) throw new AppError('gallery_not_found');
    const before = await trx
      .selectFrom('asked_gallery')
      .select('gallery_id')
      .where('gallery_id', '=', other.id)
      .where('asked_by', '=', viewer.id)
      .executeTakeFirst();
    await trx
      .insertInto('asked_gallery')
      .values({ share_link_id: linkId, gallery_id: other.id, asked_by: viewer.id, asked_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (before) return [];
    const readers = await listWhoMayShare(trx, other.id);
    const params = { gallery: other.name, event: other.event, link_id: linkId };
    await notify(ctx, trx, readers, [{ kind: 'gallery_asked', params, href: hrefOf(other.id) }]);
    return readers;
  });
  publishNotifications(ctx.bus, told);
}

async function listWhoMayShare(trx: Transaction<DB>, galleryId: string): Promise<string[]> {
  const found: string[] = [];
  for (const id of await listGalleryDeciders(trx, galleryId))
    if (await mayInGallery(trx, id, galleryId, 'createSharingLinks')) found.push(id);
  return found.length > 0 ? found : listActiveAdminIds(trx);
}

/**
 * Shows a gallery by the link of another one of its event, with the password and the end of that link; or takes it out, or declines.
 * @throws AppError link_not_found also where nobody who may share the other gallery has asked
 */
export async function joinLink(
  ctx: Dependencies,
  { link_id, joins }: z.output<typeof joinLinkInput>,
): Promise<LinkRow | undefined> {
  const { gallery } = ctx;
  const linkId = requireId(link_id, 'link_not_found');
  const { joined, settled } = await ctx.db.transaction().execute(async (trx) => {
    const other = await links(trx).where('id', '=', linkId).executeTakeFirst();
    if (!other?.gallery_id || other.gallery_id === gallery.id) throw new AppError('link_not_found');
    await holdGalleries(trx, [other.gallery_id, gallery.id]);
    const joined = joins ? await addTo(ctx, trx, linkId) : await takeOut(ctx, trx, linkId);
    await trx
      .deleteFrom('asked_gallery')
      .where('gallery_id', '=', gallery.id)
      .where('share_link_id', '=', linkId)
      .execute();
    await holdBackUnknown(trx, gallery.id, ctx.clock);
    const settled = [
      ...(await settleNotifications(ctx, trx, ['gallery_asked'], { href: hrefOf(gallery.id) })),
      ...(await settleNotifications(ctx, trx, ['link_expiring'], { href: `/gallery/${gallery.id}` })),
      ...(await settleCheck(ctx, trx, gallery.id)),
    ];
    return { joined, settled };
  });
  publishNotifications(ctx.bus, settled);
  return joined === undefined ? undefined : links(ctx.db).where('id', '=', joined).executeTakeFirstOrThrow();
}

async function addTo(ctx: Dependencies, trx: Transaction<DB>, linkId: string): Promise<string> {
  const { clock, viewer, gallery } = ctx;
  const link = await requireJoinable(ctx, trx, linkId);
  if (!(await mayJoin(ctx, trx, link))) throw new AppError('link_not_found');
  const common_token = link.common_token ?? (await makeCommon(trx, link));
  const { password_hash, allow_download, show_people, name } = link;
  // Where the installation limits how long links last, this is a new one.
  const latest = await limitLinkExpiry({ ...ctx, db: trx }, null);
  const expires_at =
    latest && (link.expires_at === null || link.expires_at > latest) ? latest : link.expires_at;
  const now = {
    password_hash,
    expires_at,
    expiry_notice: firstExpiryNotice(ctx, expires_at),
    is_active: true,
  };
  const row = await trx
    .insertInto('share_link')
    .values({
      ...now,
      id: newId(),
      gallery_id: gallery.id,
      token: randomToken(),
      common_token,
      scope: 'gallery',
      name,
      allow_download,
      show_people,
      created_by: viewer.id,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['common_token', 'gallery_id'])
        .doUpdateSet({ ...now, created_by: viewer.id, updated_at: clock.now() }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordSharingAudit(trx, viewer, 'shareLink.create', [gallery.id], { link_id: row.id });
  return row.id;
}

/** The address of a link becomes the common one; its gallery gets another for itself alone. */
async function makeCommon(trx: Transaction<DB>, { id, token }: LinkRow): Promise<string> {
  await trx
    .updateTable('share_link')
    .set({ common_token: token, token: randomToken() })
    .where('id', '=', id)
    .execute();
  return token;
}

async function takeOut(
  { viewer, gallery }: Dependencies,
  trx: Transaction<DB>,
  linkId: string,
): Promise<undefined> {
  const { numAffectedRows } = await sql`delete from share_link using share_link other
    where other.id = ${linkId}::uuid and share_link.common_token = other.common_token and share_link.gallery_id = ${gallery.id}::uuid`.execute(
    trx,
  );
  if (numAffectedRows)
    await recordSharingAudit(trx, viewer, 'shareLink.delete', [gallery.id], { link_id: linkId });
}

async function requireJoinable(
  { clock }: Needs<'clock'>,
  trx: Transaction<DB>,
  linkId: string,
): Promise<LinkRow> {
  const link = await links(trx).where('id', '=', linkId).forUpdate('share_link').executeTakeFirst();
  if (link?.scope !== 'gallery' || linkStatus(link, clock.now()) !== 'active')
    throw new AppError('link_not_found');
  return link;
}

/** Of the same event, and asked for by somebody who may share the gallery of the link; or that is the viewer. */
async function mayJoin(
  { viewer, gallery }: Dependencies,
  trx: Transaction<DB>,
  { id, gallery_id }: LinkRow,
): Promise<boolean> {
  const found = await trx
    .selectFrom('gallery')
    .innerJoin('gallery as other', 'other.event_id', 'gallery.event_id')
    .leftJoin('asked_gallery as asked', (join) =>
      join.onRef('asked.gallery_id', '=', 'gallery.id').on('asked.share_link_id', '=', id),
    )
    .select(['other.id', 'asked.asked_by'])
    .where('gallery.id', '=', gallery.id)
    .where('other.id', '=', gallery_id)
    .executeTakeFirst();
  if (!found) return false;
  return (
    found.asked_by !== null ||
    (await allowedGalleryIds(trx, viewer, [found.id], 'createSharingLinks')).has(found.id)
  );
}
