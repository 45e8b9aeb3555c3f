import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useArchiveDownload } from '#client/hooks/use-archive-download.ts';
import { useInfinitePhotos } from '#client/hooks/use-infinite-list.ts';
import { isCode } from '#client/lib/error-message.ts';
import { tabData } from '#client/lib/site-storage.ts';
import { type RouterOutputs, trpc } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';

/** The unlock token of a password-protected link, kept for this tab, so that a reload does not ask again. */
export const unlockTokenKey = (token: string) => `share-unlock:${token}`;
const unlockTokenOf = (token: string) => tabData.getItem(unlockTokenKey(token)) ?? undefined;

type OpenInput = { token: string; unlock?: string | undefined };
type OpenOptions = { context?: { sharePassword: string } };

/** How a kind of link is opened, and under which key what it answers is kept. */
interface LinkKind<Opened> {
  queryKey: QueryKey;
  open(input: OpenInput, options?: OpenOptions): Promise<Opened>;
}

/** Opens a link without a password first. Never refetched by itself, because views are counted. */
export function useOpenedLink<Opened>(token: string, { queryKey, open }: LinkKind<Opened>) {
  return useQuery({
    queryKey,
    queryFn: async () => {
      try {
        return await open({ token, unlock: unlockTokenOf(token) });
      } catch (error) {
        if (isCode(error, 'link_password_required')) tabData.removeItem(unlockTokenKey(token));
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Opens the same link with its password, and keeps the proof of having known it. */
export function useUnlockLink<Opened extends { unlock_token: string }>(
  token: string,
  { queryKey, open }: LinkKind<Opened>,
) {
  const queries = useQueryClient();
  return useMutation({
    // As a header: the input of a query stands in its address.
    mutationFn: (password: string) => open({ token }, { context: { sharePassword: password } }),
    onSuccess: (opened) => {
      tabData.setItem(unlockTokenKey(token), opened.unlock_token);
      queries.setQueryData(queryKey, opened);
    },
  });
}

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

/** Downloads chosen photos of a shared gallery, those of a person, or all of them, as one file. */
export function useSharedDownload(token: string, unlock: string, onPasswordRequired: () => void) {
  const { client } = trpc.useUtils();
  return useArchiveDownload(async (choice: { photo_ids?: string[]; person_id?: string }) => {
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

/** Asks for the ids of all photos, those that are not loaded yet included. */
export function useSharedPhotoIds(token: string, unlock: string, person_id: string | undefined) {
  const { client } = trpc.useUtils();
  return async () => {
    const ids: string[] = [];
    for (;;) {
      const input = { token, unlock, person_id, limit: listSizes.photos, offset: ids.length };
      const { photos, total } = await client.openedShareLink.photos.query(input);
      ids.push(...photos.map(({ id }) => id));
      if (photos.length === 0 || ids.length >= total) return ids;
    }
  };
}
