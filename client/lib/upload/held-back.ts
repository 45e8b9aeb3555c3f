import { isCode } from '../error-message.ts';
import { retryFailed, type UploadItem } from './queue.ts';

/** Whether a photo waits until its link takes some again. */
export const isHeldBack = ({ status, error }: Pick<UploadItem, 'status' | 'error'>): boolean =>
  status === 'error' && isCode(error, 'guest_photos_enough');

/** The link takes so many photos again: as many of those that were held go on. */
export function retryHeld(items: readonly UploadItem[], places: number): void {
  for (const { id } of items.filter(isHeldBack).slice(0, places)) retryFailed(id);
}
