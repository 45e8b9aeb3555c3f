import { sql, type Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import { notify } from '#server/features/accounts/notifications/notify.ts';
import { listGalleryDeciders } from '#server/features/galleries/galleries/gallery-managers.repository.ts';
import { takedownsOfGallery } from '#server/features/galleries/galleries/notify-takedown-deciders.ts';
import { newId } from '#server/ids.ts';
import { isTakenDown } from '#server/visibility/is-taken-down.sql.ts';
import {
  type BeforeByPath,
  type BlockKind,
  findBlocks,
  findBlocksBefore,
} from './blocked-pictures.repository.ts';
import { showsRefusers } from './removed-refusers.repository.ts';

export type HeldPhotos = {
  /** The photos that wait for those who decide about the gallery. */
  held: string[];
  /** The users to publish notifications to, after the commit. */
  notified: string[];
};

/** For an answer; nothing where none waits. */
export const countHeld = ({ held }: Pick<HeldPhotos, 'held'>): { held?: number } =>
  held.length > 0 ? { held: held.length } : {};

/**
 * Photos come into a gallery, in the transaction that writes them: what was said against the same picture in the same clubs holds for
 * them. Hidden ones and those that were declined come in hidden, as by a request without an asker; those left out by hand are left out.
 */
export async function holdBlockedPictures(
  ctx: Needs<'clock' | 'tokens' | 'jobs' | 'mail'>,
  trx: Transaction<DB>,
  galleryId: string,
  photoIds: readonly string[],
): Promise<HeldPhotos> {
  const { held, hidden } = await applyBlocks(ctx, trx, photoIds);
  return { held, notified: hidden.length > 0 ? await tellDeciders(ctx, trx, galleryId) : [] };
}

/** The same without telling anybody, in any galleries. @returns the photos that wait, and those of them that are hidden only now */
export async function applyBlocks(
  ctx: Parameters<typeof findBlocks>[0],
  trx: Transaction<DB>,
  photoIds: readonly string[],
): Promise<{ held: string[]; hidden: string[] }> {
  return block(ctx, trx, photoIds.length > 0 ? await findBlocks(ctx, trx, photoIds) : []);
}

/**
 * A photo came by a path that had another one, which it does not replace: an edit that goes too far looks like another picture. What was
 * said against the one before holds for it. Where somebody who refused is on that one, or it waits for an answer, it waits, too.
 */
export async function holdLikeBefore(
  ctx: Parameters<typeof tellDeciders>[0] & Needs<'clock' | 'tokens'>,
  trx: Transaction<DB>,
  { id, gallery_id }: { id: string; gallery_id: string },
  before: BeforeByPath,
): Promise<HeldPhotos> {
  const kinds = await findBlocksBefore(ctx, trx, gallery_id, before);
  const { held, hidden } = await block(
    ctx,
    trx,
    kinds.map((kind) => ({ id, kind })),
  );
  if (before.photoId && !kinds.includes('left_out'))
    await trx
      .updateTable('photo')
      .set({ awaits_answer: sql<boolean>`awaits_answer or ${showsRefusers(before.photoId, ctx.clock)}` })
      .where('id', '=', id)
      .execute();
  return { held, notified: hidden.length > 0 ? await tellDeciders(ctx, trx, gallery_id) : [] };
}

async function block(
  ctx: Needs<'clock'>,
  trx: Transaction<DB>,
  found: readonly { id: string; kind: BlockKind }[],
): Promise<{ held: string[]; hidden: string[] }> {
  if (found.length === 0) return { held: [], hidden: [] };
  const idsOf = (isLeftOut: boolean) => [
    ...new Set(found.filter(({ kind }) => (kind === 'left_out') === isLeftOut).map(({ id }) => id)),
  ];
  await trx
    .updateTable('photo')
    .set({ is_kept_inside: true, is_shown_by_hand: false, awaits_answer: false })
    .where(sql<boolean>`id = any(${idsOf(true)}::uuid[])`)
    .execute();
  const shown = await trx
    .selectFrom('photo')
    .select(['id', 'gallery_id'])
    .where(sql<boolean>`photo.id = any(${idsOf(false)}::uuid[])`)
    .where((photo) => photo.not(isTakenDown()))
    .execute();
  const asked_at = ctx.clock.now();
  if (shown.length > 0)
    await trx
      .insertInto('takedown')
      .values(
        shown.map(({ id: photo_id, gallery_id }) => ({
          ...{ id: newId(), gallery_id, photo_id, asked_at },
          cause: 'again' as const,
        })),
      )
      .execute();
  return { held: [...new Set(found.map(({ id }) => id))], hidden: shown.map(({ id }) => id) };
}

/** Once, until nothing waits any more: a folder that is sent again brings many. */
async function tellDeciders(
  ctx: Needs<'jobs' | 'mail'>,
  trx: Transaction<DB>,
  galleryId: string,
): Promise<string[]> {
  const href = takedownsOfGallery(galleryId);
  const told = await trx
    .selectFrom('notification')
    .select('user_id')
    .where('kind', '=', 'takedown_asked')
    .where('href', '=', href)
    .where('settled_at', 'is', null)
    .where(sql<boolean>`params ->> 'takedown_id' is null`)
    .execute();
  const known = new Set(told.map(({ user_id }) => user_id));
  const readers = (await listGalleryDeciders(trx, galleryId)).filter((id) => !known.has(id));
  if (readers.length === 0) return [];
  const { name } = await trx
    .selectFrom('gallery')
    .select('name')
    .where('id', '=', galleryId)
    .executeTakeFirstOrThrow();
  await notify(ctx, trx, readers, [{ kind: 'takedown_asked', params: { gallery: name }, href }]);
  return readers;
}
