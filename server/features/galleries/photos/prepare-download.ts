import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { type DownloadScope, listDownloadIds, saveSelection } from './downloads.repository.ts';

type Choice = { photo_ids?: string[] | undefined; face_id?: string | undefined };

/** Answers the address of a ZIP archive with the selected photos. Throws photo_not_found when there are none. */
export async function prepareDownload(
  { db, clock }: Needs<'db' | 'clock'>,
  scope: DownloadScope,
  address: string,
  { photo_ids, face_id }: Choice,
  proof: Record<string, string> = {},
): Promise<{ url: string; photos: number }> {
  const query = new URLSearchParams(proof);
  let photos: number;
  if (photo_ids) {
    const selection = await saveSelection(db, scope, photo_ids);
    query.set('selection', selection.id);
    photos = selection.photos;
  } else {
    if (face_id) query.set('face_id', face_id);
    photos = (await listDownloadIds(db, scope, { personId: face_id }, clock.now())).length;
  }
  if (photos === 0) throw new AppError('photo_not_found');
  return { url: query.size > 0 ? `${address}?${query}` : address, photos };
}
