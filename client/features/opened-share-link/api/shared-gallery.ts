import { isCode } from '#client/lib/error-message.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useArchiveDownload } from '#client/lib/use-archive-download.ts';
import { useInfinitePhotos } from '#client/lib/use-infinite-photos.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import { useOpenedLink, useUnlockLink } from './use-opened-link.ts';

function useSharing(token: string) {
  const { client } = trpc.useUtils();
  return { queryKey: ['shared', 'open', token], open: client.shared.open.query };
}

export const useSharedGallery = (token: string) => useOpenedLink(token, useSharing(token));
export const useUnlockGallery = (token: string) => useUnlockLink(token, useSharing(token));

/** Downloads chosen photos of a shared gallery, or all of them, as one file. */
export function useSharedDownload(token: string, unlock: string, onPasswordRequired: () => void) {
  const { client } = trpc.useUtils();
  return useArchiveDownload(async (choice: { photo_ids?: string[] }) => {
    try {
      return await client.shared.prepareDownload.mutate({ token, unlock, ...choice });
    } catch (error) {
      if (isCode(error, 'link_password_required')) onPasswordRequired();
      throw error;
    }
  });
}

/** The people that visitors may filter by, as numbers. */
export function useVisitorPeople(token: string, unlock: string, enabled = true) {
  return trpc.shared.people.useQuery({ token, unlock }, { enabled });
}

export function useSharedPhotos(token: string, unlock: string, person?: string, enabled = true) {
  const { client } = trpc.useUtils();
  return useInfinitePhotos({
    enabled,
    // With the proof: the addresses of pictures hold it, so those of an earlier one show nothing.
    queryKey: ['shared', 'photos', token, unlock, person],
    load: (offset, signal) =>
      client.shared.photos.query(
        { token, unlock, person_id: person, limit: listSizes.photos, offset },
        { signal },
      ),
  });
}
