import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { requireId } from '#server/ids.ts';
import type { Recall } from '#server/remember-until-written.ts';
import { StoredFileMissing } from '#server/storage/photo-store.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { type Replaced, replaceByStored, requireReplaceable } from './replace-photo.ts';
import type { PhotoFileDependencies } from './store-photo-files.ts';

type Dependencies = PhotoFileDependencies &
  Needs<'bus' | 'clock' | 'tokens' | 'mail' | 'log'> & { recall: Recall };

/**
 * Replaces the file of a photo by that of a photo which the viewer added to the same gallery, and which then goes without a copy: it
 * is the same shot, sent once more (find-newer-versions.ts).
 * @throws AppError photo_not_found, photo_another_shot, edit_conflict, gallery_forbidden, gallery_action_forbidden
 */
export async function replaceByAdded(
  ctx: Dependencies,
  viewer: SignedIn,
  { id, addedId }: { id: string; addedId: string },
): Promise<Exclude<Replaced, { outcome: 'another_shot' }>> {
  const photo = await requireReplaceable(ctx, viewer, id);
  const added = await findAdded(ctx, viewer, requireId(addedId, 'photo_not_found'));
  if (!added || added.gallery_id !== photo.gallery_id || added.id === photo.id)
    throw new AppError('photo_not_found');
  try {
    const replaced = await replaceByStored(ctx, viewer, photo, added, { added: added.id });
    if (replaced.outcome === 'another_shot') throw new AppError('photo_another_shot');
    return replaced;
  } catch (error) {
    if (error instanceof StoredFileMissing) throw new AppError('edit_conflict', { cause: error });
    throw error;
  }
}

/** A photo that the viewer uploaded, and no guest sent: a guest may still take theirs back. */
const findAdded = ({ db }: Needs<'db'>, viewer: SignedIn, id: string) =>
  db
    .selectFrom('photo')
    .select(['id', 'gallery_id', 'original_key', 'bytes', 'sha256'])
    .where('id', '=', id)
    .where('uploaded_by', '=', viewer.id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('accepted_guest_photo').select('photo_id').whereRef('photo_id', '=', 'photo.id')),
      ),
    )
    .executeTakeFirst();
