import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { keepInsideInput } from '#server/contract/schemas/share-links.ts';
import type { DB } from '#server/db/tables.ts';
import { unblockPictures } from '#server/features/galleries/photos/blocked-pictures.repository.ts';
import { endAnswered } from '#server/features/galleries/photos/removed-refusers.repository.ts';
import { recordSharingAudit } from '#server/features/platform/audit/record-audit.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { askedPhotosOfNobody } from '#server/visibility/waiting-photos.sql.ts';

type Choice = Pick<z.output<typeof keepInsideInput>, 'person_id' | 'photo_ids' | 'kept'>;

/**
 * Leaves photos of a gallery out for everybody outside the club, or shows them, or takes either back; the condition is
 * `isPhotoLeftOut` in hide-or-blur-for-outsiders.sql.ts. Answers those that were not so before, so that it can be taken back.
 * @throws AppError person_not_found, photo_not_found for what is not of this gallery
 */
export async function keepInside(
  ctx: Needs<'db' | 'bus' | 'tokens'> & { viewer: SignedIn },
  galleryId: string,
  choice: Choice,
): Promise<string[]> {
  const changed = await ctx.db.transaction().execute(async (trx) => {
    const ids = await photosOf(trx, galleryId, choice);
    if (choice.kept === false)
      await sql`delete from asked_face where face_id in (
        select face_id from ${askedPhotosOfNobody} lone where photo_id = any(${ids}::uuid[]))`.execute(trx);
    const waited = await trx
      .selectFrom('photo')
      .select('id')
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('awaits_answer', '=', true)
      .executeTakeFirst();
    if (!choice.kept) await unblockPictures(ctx, trx, ids, ['left_out']);
    const rows = await trx
      .updateTable('photo')
      .set({
        is_kept_inside: choice.kept === true,
        is_shown_by_hand: choice.kept === false,
        ...(choice.kept === false
          ? { awaits_comparison: false, awaits_answer: false, awaits_grouping: false }
          : {}),
      })
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where(isNotSaid(choice.kept))
      .returning('id')
      .execute();
    if (waited) await endAnswered(trx, galleryId);
    if (rows.length > 0)
      await recordSharingAudit(trx, ctx.viewer, actionOf(choice), [galleryId], { photos: rows.length });
    return rows.map(({ id }) => id);
  });
  ctx.bus.publish({ topic: `gallery:${galleryId}`, kind: 'people' });
  return changed;
}

function actionOf({ kept }: Choice) {
  if (kept === null) return 'photos.takeBackChoice';
  return kept ? 'photos.leaveOut' : 'photos.showOutside';
}

function isNotSaid(kept: Choice['kept']) {
  if (kept === null) return sql<boolean>`(is_kept_inside or is_shown_by_hand)`;
  return kept
    ? sql<boolean>`not is_kept_inside`
    : sql<boolean>`(not is_shown_by_hand or awaits_comparison or awaits_answer or awaits_grouping)`;
}

async function photosOf(trx: Transaction<DB>, galleryId: string, choice: Choice): Promise<string[]> {
  if (choice.person_id !== undefined) return photosOfPerson(trx, galleryId, choice.person_id);
  const ids = [...new Set((choice.photo_ids ?? []).map((id) => requireId(id, 'photo_not_found')))];
  const rows = await trx
    .selectFrom('photo')
    .select('id')
    .where('gallery_id', '=', galleryId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  if (rows.length !== ids.length) throw new AppError('photo_not_found');
  return ids;
}

async function photosOfPerson(trx: Transaction<DB>, galleryId: string, personId: string): Promise<string[]> {
  const person = await trx
    .selectFrom('person')
    .select('id')
    .where('id', '=', requireId(personId, 'person_not_found'))
    .where('gallery_id', '=', galleryId)
    .executeTakeFirst();
  if (!person) throw new AppError('person_not_found');
  const rows = await trx
    .selectFrom('assignment')
    .innerJoin('face', 'face.id', 'assignment.face_id')
    .select('face.photo_id')
    .distinct()
    .where('assignment.person_id', '=', person.id)
    .execute();
  return rows.map(({ photo_id }) => photo_id);
}
