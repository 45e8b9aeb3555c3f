import { create } from 'zustand';
import type { ClientError } from '../error-message.ts';
import { getSession } from '../session.ts';
import { localData } from '../site-storage.ts';
import { isFinalFailure, type UploadItem } from './queue.ts';
import { refusedKey } from './unfinished-uploads.ts';

/** A file that was not taken, and why; kept until its user has read it. */
export interface RefusedFile {
  galleryId: string;
  galleryName: string;
  path: string;
  error: ClientError;
}

/** What had been refused before this page was loaded. */
const refusedBefore = create<{ files: readonly RefusedFile[] }>()(() => ({ files: readNoted() }));

function readNoted(): RefusedFile[] {
  const noted = localData.getJson(refusedKey) as { userId?: string; files?: RefusedFile[] } | undefined;
  if (!noted || noted.userId !== getSession().user?.id) return [];
  // A request id says nothing later; without the field it is no error of ours.
  return (noted.files ?? []).map((file) => ({ ...file, error: { ...file.error, requestId: undefined } }));
}

export const useRefusedBefore = (): readonly RefusedFile[] => refusedBefore(({ files }) => files);

/** Keeps what is refused across a reload. Of guests nothing is kept. */
export function noteRefusedFiles(before: readonly RefusedFile[], items: readonly UploadItem[]): void {
  const now = items
    .filter((item) => !item.guest && isFinalFailure(item))
    .map(({ galleryId, galleryName, path, error }) => ({
      galleryId,
      galleryName,
      path,
      error: error as ClientError,
    }));
  const files = [...before, ...now];
  if (files.length === 0) localData.removeItem(refusedKey);
  else localData.setItem(refusedKey, JSON.stringify({ userId: getSession().user?.id, files }));
}

/** Without a gallery those of all. */
export function forgetRefusedFiles(galleryId?: string): void {
  refusedBefore.setState(({ files }) => ({
    files: files.filter((file) => galleryId !== undefined && file.galleryId !== galleryId),
  }));
}
