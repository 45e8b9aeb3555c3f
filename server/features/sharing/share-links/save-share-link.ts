import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError, fieldError } from '#server/contract/app-error.ts';
import {
  type createLinkInput,
  showPeopleOfWholeGallery,
  type updateLinkInput,
} from '#server/contract/schemas/share-links.ts';
import { definedFields } from '#server/db/defined-fields.ts';
import { requireAsSeen } from '#server/db/require-as-seen.ts';
import type { DB } from '#server/db/tables.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { holdBackUnknown } from '#server/features/galleries/galleries/hold-back-added.repository.ts';
import { holdGallery } from '#server/features/galleries/galleries/hold-gallery.ts';
import { allowedGalleryIds, type LoadedGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import { recordSharingAudit } from '#server/features/platform/audit/record-audit.ts';
import { newId, randomToken } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { holdGalleries } from './hold-galleries.ts';
import { addPeople, addPhotos } from './insert-share-scope.repository.ts';
import { firstExpiryNotice, limitLinkExpiry } from './limit-link-expiry.ts';
import { settleCheck } from './notify-photos-waiting.ts';
import { type LinkRow, links, listShownTogether } from './share-links.repository.ts';

type Dependencies = Needs<'db' | 'bus' | 'clock' | 'passwords'> & { viewer: SignedIn };

/**
 * @throws AppError person_not_found, photo_not_found for what is not of this gallery, or not shown to its creator;
 * share_link_refused, field_invalid for a day that is over, or later than links may last here
 */
export async function createLink(
  ctx: Dependencies,
  gallery: Pick<LoadedGallery, 'id' | 'audience'>,
  input: z.output<typeof createLinkInput>,
): Promise<LinkRow> {
  const expires_at = await limitLinkExpiry(ctx, input.expires_at);
  if (expires_at && expires_at <= ctx.clock.now())
    throw fieldError('expires_at', 'The expiration must be in the future');
  const id = newId();
  const password_hash = input.password ? await ctx.passwords.hash(input.password) : null;
  await ctx.db.transaction().execute(async (trx) => {
    await holdGallery(trx, gallery.id);
    await trx
      .insertInto('share_link')
      .values({
        id,
        gallery_id: gallery.id,
        token: randomToken(),
        name: input.name,
        scope: scopeOf(input),
        password_hash,
        expires_at,
        expiry_notice: firstExpiryNotice(ctx, expires_at),
        is_active: input.is_active,
        allow_download: input.allow_download && !input.collects,
        show_people: input.show_people,
        created_by: ctx.viewer.id,
      })
      .execute();
    if (input.person_ids) await addPeople(trx, id, gallery, input.person_ids, ctx.clock.today());
    if (input.photo_ids) await addPhotos(trx, id, gallery, input.photo_ids);
    await holdBackUnknown(trx, gallery.id, ctx.clock);
    await recordSharingAudit(trx, ctx.viewer, 'shareLink.create', [gallery.id], { link_id: id });
  });
  return links(ctx.db).where('id', '=', id).executeTakeFirstOrThrow();
}

function scopeOf({ collects, person_ids, photo_ids }: z.output<typeof createLinkInput>): LinkRow['scope'] {
  if (collects) return 'collect';
  return person_ids ? 'people' : photo_ids ? 'photos' : 'gallery';
}

/**
 * Writes the sent fields. `password: null` or an empty one takes the password away; missing leaves it. Where the
 * installation limits how long links last, `expires_at: null` means the latest day; a link that was made without a day
 * keeps none.
 *
 * Of a link over several galleries whoever may share all of them changes all, except that each gallery is switched on by itself, after
 * its own check. Others change what shows theirs: its password and its end only to stricter ones.
 * @throws AppError edit_conflict, link_not_found, field_invalid
 */
export async function updateLink(
  ctx: Dependencies,
  gallery: Pick<LoadedGallery, 'id'>,
  id: string,
  input: z.output<typeof updateLinkInput>,
): Promise<LinkRow> {
  const expires_at = await newEnd(ctx, id, input.expires_at);
  const password_hash =
    input.password === undefined ? undefined : input.password ? await hashFor(ctx, id, input.password) : null;
  const changes = definedFields({
    name: input.name,
    allow_download: input.allow_download,
    show_people: input.show_people,
    expires_at,
    password_hash,
    // With a new day the creator is notified again.
    expiry_notice: expires_at === undefined ? undefined : firstExpiryNotice(ctx, expires_at),
  });
  const off = { is_active: false, counts_as_checked: false };
  if (input.show_people) await requireWholeGallery(ctx, id);
  const settled = await ctx.db.transaction().execute(async (trx) => {
    const group = await holdTogether(ctx, trx, gallery.id, id);
    if (!group.isFree) requireStricter(group.own, { expires_at, password_hash });
    // Of a password nobody reads more than whether there is one.
    const has_password = input.password === undefined ? undefined : null;
    await requireAsSeen(input.seen, { ...input, expires_at, has_password }, async () => {
      const now = await links(trx).where('id', '=', id).executeTakeFirst();
      return now && { ...now, has_password: now.password_hash !== null };
    });
    const was = await trx
      .selectFrom('share_link')
      .select('is_active')
      .where('id', '=', id)
      .executeTakeFirst();
    const updated_at = ctx.clock.now();
    const row = await trx
      .updateTable('share_link')
      .set({
        ...changes,
        ...(input.is_active === false ? off : {}),
        ...(input.is_active ? { is_active: true } : {}),
        ...(input.is_active && group.own?.has_left ? { created_by: ctx.viewer.id } : {}),
        updated_at,
      })
      .where('id', '=', id)
      .executeTakeFirst();
    if (row.numUpdatedRows === 0n) throw new AppError('link_not_found');
    const others = group.all.filter((link) => link.id !== id);
    if (others.length > 0)
      await trx
        .updateTable('share_link')
        .set({ ...changes, ...(input.is_active === false ? off : {}), updated_at })
        .where(
          'id',
          'in',
          others.map((link) => link.id),
        )
        .execute();
    const galleryIds = [gallery.id, ...others.map((link) => link.gallery_id)];
    const isSwitched = input.is_active !== undefined && input.is_active !== was?.is_active;
    await recordSharingAudit(trx, ctx.viewer, 'shareLink.update', galleryIds, {
      link_id: id,
      ...(isSwitched && { is_active: { from: was?.is_active, to: input.is_active } }),
    });
    return settleEnding(ctx, trx, galleryIds);
  });
  publishNotifications(ctx.bus, settled);
  return links(ctx.db).where('id', '=', id).executeTakeFirstOrThrow();
}

/** A password that another gallery of the link has gets the same hash: visitors who know it open both. */
async function hashFor({ db, passwords }: Dependencies, id: string, password: string): Promise<string> {
  const link = await links(db).where('id', '=', id).executeTakeFirst();
  const others = link ? (await listShownTogether(db, link)).filter((row) => row.id !== id) : [];
  for (const hash of new Set(others.map((row) => row.password_hash)))
    if (hash && (await passwords.matches(hash, password))) return hash;
  return passwords.hash(password);
}

/** Deletes a link, in all its galleries where the viewer may share them all; nothing happens where it is gone already. */
export async function removeLink(
  ctx: Dependencies,
  gallery: Pick<LoadedGallery, 'id'>,
  id: string,
): Promise<void> {
  const settled = await ctx.db.transaction().execute(async (trx) => {
    const { all } = await holdTogether(ctx, trx, gallery.id, id);
    const { numDeletedRows } = await trx
      .deleteFrom('share_link')
      .where('id', 'in', [id, ...all.map((link) => link.id)])
      .executeTakeFirst();
    const galleryIds = [gallery.id, ...all.map((link) => link.gallery_id)];
    if (numDeletedRows > 0n)
      await recordSharingAudit(trx, ctx.viewer, 'shareLink.delete', galleryIds, { link_id: id });
    return settleEnding(ctx, trx, galleryIds);
  });
  publishNotifications(ctx.bus, settled);
}

/**
 * Holds the galleries of a link. `all`: those that a change concerns, none but the own where the viewer may not share them all; `isFree`:
 * whoever changes it may loosen it.
 */
async function holdTogether(ctx: Dependencies, trx: Transaction<DB>, galleryId: string, id: string) {
  const find = async () => {
    const link = await links(trx).where('id', '=', id).executeTakeFirst();
    return link ? listShownTogether(trx, link) : [];
  };
  const seen = await find();
  await holdGalleries(trx, new Set([galleryId, ...seen.map((row) => row.gallery_id)]));
  const held = new Set(seen.map((row) => row.id));
  // Those that joined meanwhile were joined by somebody who knew the link before this change.
  const rows = (await find()).filter((row) => held.has(row.id));
  const ids = rows.map((row) => row.gallery_id);
  const sharesAll = (await allowedGalleryIds(trx, ctx.viewer, ids, 'createSharingLinks')).size === ids.length;
  return {
    own: rows.find((row) => row.id === id),
    all: sharesAll ? rows : [],
    isFree: sharesAll || rows[0]?.id === id,
  };
}

function requireStricter(
  own: LinkRow | undefined,
  {
    expires_at,
    password_hash,
  }: { expires_at: Date | null | undefined; password_hash: string | null | undefined },
): void {
  const end = own?.expires_at;
  if (end && expires_at !== undefined && (expires_at === null || expires_at > end))
    throw fieldError('expires_at', 'This link ends for all its galleries on this day');
  if (own?.password_hash && password_hash === null)
    throw fieldError('password', 'This link needs a password in all its galleries');
}

async function settleEnding(
  ctx: Dependencies,
  trx: Transaction<DB>,
  galleryIds: readonly string[],
): Promise<string[]> {
  const settled: string[] = [];
  for (const id of new Set(galleryIds)) {
    await holdBackUnknown(trx, id, ctx.clock);
    settled.push(
      ...(await settleNotifications(ctx, trx, ['link_expiring'], { href: `/gallery/${id}` })),
      ...(await settleCheck(ctx, trx, id)),
    );
  }
  return settled;
}

/** Undefined where no end was sent. */
async function newEnd(
  ctx: Dependencies,
  id: string,
  value: string | null | undefined,
): Promise<Date | null | undefined> {
  if (value === undefined) return undefined;
  if (value !== null) return limitLinkExpiry(ctx, value);
  const link = await links(ctx.db).where('id', '=', id).executeTakeFirst();
  return link?.expires_at ? limitLinkExpiry(ctx, null) : null;
}

async function requireWholeGallery({ db }: Dependencies, id: string): Promise<void> {
  const link = await links(db).where('id', '=', id).executeTakeFirst();
  if (link && link.scope !== 'gallery') throw fieldError('show_people', showPeopleOfWholeGallery);
}
