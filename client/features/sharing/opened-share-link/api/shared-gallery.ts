import { useArchiveDownload } from '#client/hooks/use-archive-download.ts';
import { useInfinitePhotos } from '#client/hooks/use-infinite-list.ts';
import { isCode } from '#client/lib/error-message.ts';
import { type RouterOutputs, trpc } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import { useOpenedLink, useUnlockLink } from './use-opened-link.ts';

type FirstPhotos = Promise<RouterOutputs['openedShareLink']['photos']>;
/** By link: the first photos, asked for in the same request as the gallery. The list takes them once. */
const firstPhotos = new Map<string, FirstPhotos>();

function useSharing(token: string) {
  const { client } = trpc.useUtils();
  const open: typeof client.openedShareLink.open.query = (input, options) => {
    const opening = client.openedShareLink.open.query(input, options);
    const photos = client.openedShareLink.photos.query(
      { ...input, limit: listSizes.photos, offset: 0 },
      options,
    );
    photos.catch(() => undefined); // what the gallery answers is told
    firstPhotos.set(token, photos);
    return opening;
  };
  return { queryKey: ['shared', 'open', token], open };
}

export const useSharedGallery = (token: string) => useOpenedLink(token, useSharing(token));
export const useUnlockGallery = (token: string) => useUnlockLink(token, useSharing(token));

/** Downloads chosen photos of a shared gallery, or all of them, as one file. */
export function useSharedDownload(token: string, unlock: string, onPasswordRequired: () => void) {
  const { client } = trpc.useUtils();
  return useArchiveDownload(async (choice: { photo_ids?: string[] }) => {
    try {
      return await client.openedShareLink.prepareDownload.mutate({ token, unlock, ...choice });
    } catch (error) {
      if (isCode(error, 'link_password_required')) onPasswordRequired();
      throw error;
    }
  });
}

/** The people that visitors may filter by, as numbers. */
export function useVisitorPeople(token: string, unlock: string, enabled = true) {
  return trpc.openedShareLink.people.useQuery({ token, unlock }, { enabled });
}

export function useSharedPhotos(token: string, unlock: string, person?: string, enabled = true) {
  const { client } = trpc.useUtils();
  return useInfinitePhotos({
    enabled,
    // With the proof: the addresses of pictures hold it, so those of an earlier one show nothing.
    queryKey: ['shared', 'photos', token, unlock, person],
    load: async (offset, signal) => {
      const first = firstPhotos.get(token);
      firstPhotos.delete(token);
      const found = offset === 0 && person === undefined && (await first?.catch(() => undefined));
      if (found) return found;
      return client.openedShareLink.photos.query(
        { token, unlock, person_id: person, limit: listSizes.photos, offset },
        { signal },
      );
    },
  });
}
