import { create } from 'zustand';
import type { UploadItem } from '#client/lib/upload/queue.ts';
import { newerVersionsAtOnce } from '#server/contract/newer-versions.ts';
import type { NewerVersion, NewerVersions, Photo } from '#server/contract/schemas/photos.ts';
import { post } from './replace-photo.ts';

type Sent = { galleryId: string; photoId: string };
type Offered = NewerVersion & { galleryId: string; keptDays: number };

/** Kept beside the dialog: somebody may close it and answer later. */
const offers = create<{ versions: readonly Offered[]; asking: number }>()(() => ({
  versions: [],
  asking: 0,
}));
const asked = new Set<string>();

/** On a slow line the answer comes after everything else about the upload was read. */
export const useIsAskingForNewer = (): boolean => offers(({ asking }) => asking > 0);
/** Somebody has to answer, or may have to. */
export const isOfferDue = (galleryId: string): boolean => {
  const { versions, asking } = offers.getState();
  return asking > 0 || versions.some((version) => version.galleryId === galleryId);
};
const count = (by: number) => offers.setState(({ asking }) => ({ asking: asking + by }));

export const useOffers = (): readonly Offered[] => offers(({ versions }) => versions);

/**
 * Asks which of these photos, which were just uploaded, are newer versions of others; each is asked about once. Two of one upload are
 * none of each other.
 */
export async function askForNewerVersions(items: readonly UploadItem[]): Promise<void> {
  const sent = items.flatMap(({ galleryId, photoId, status, duplicate, guest }) =>
    photoId && status === 'done' && !duplicate && !guest ? [{ galleryId, photoId }] : [],
  );
  const fresh = sent.filter(({ photoId }) => !asked.has(photoId));
  if (fresh.length === 0) return;
  const own = new Set(sent.map(({ photoId }) => photoId));
  for (const { photoId } of fresh) asked.add(photoId);
  count(1);
  try {
    await ask(fresh, own);
  } finally {
    count(-1);
  }
}

async function ask(fresh: readonly Sent[], own: ReadonlySet<string>): Promise<void> {
  for (const galleryId of new Set(fresh.map((photo) => photo.galleryId))) {
    const ids = fresh.filter((photo) => photo.galleryId === galleryId).map(({ photoId }) => photoId);
    for (let at = 0; at < ids.length; at += newerVersionsAtOnce) {
      const photo_ids = ids.slice(at, at + newerVersionsAtOnce);
      const { versions, kept_days: keptDays } = await post<NewerVersions>(
        `/api/photos/gallery/${galleryId}/newer-versions`,
        JSON.stringify({ photo_ids }),
      );
      const others = versions.filter(({ earlier }) => !own.has(earlier.id));
      add(others.map((version) => ({ ...version, galleryId, keptDays })));
    }
  }
}

function add(found: readonly Offered[]): void {
  offers.setState(({ versions }) => {
    const taken = new Set(versions.map(({ earlier }) => earlier.id));
    const free = found.filter(({ earlier }) => !taken.has(earlier.id));
    return { versions: [...versions, ...free] };
  });
}

/** Answered, or not to be asked again. */
export const dropOffers = (which: readonly NewerVersion[]): void =>
  offers.setState(({ versions }) => ({ versions: versions.filter((version) => !which.includes(version)) }));

export const replaceByAdded = ({ photo_id, earlier }: NewerVersion) =>
  post<Photo & { held?: true }>(`/api/photos/${earlier.id}/replace-by/${photo_id}`);
