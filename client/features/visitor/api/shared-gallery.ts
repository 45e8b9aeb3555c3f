import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isCode } from '#client/lib/error-message.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useArchiveDownload } from '#client/lib/use-archive-download.ts';
import { useInfinitePhotos } from '#client/lib/use-infinite-photos.ts';
import { pageSizes } from '#server/contract/page-sizes.ts';
import { proofKey, proofOf, withPassword } from './unlock.ts';

const openKey = (token: string) => ['shared', 'open', token];

/** Opens the link without a password first. Never refetched, because views are counted. */
export function useSharedGallery(token: string) {
  const { client } = trpc.useUtils();
  return useQuery({
    queryKey: openKey(token),
    queryFn: async () => {
      const unlock = proofOf(token);
      try {
        return await client.shared.open.query({ token, unlock });
      } catch (error) {
        if (isCode(error, 'link_password_required')) sessionStorage.removeItem(proofKey(token));
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useUnlockGallery(token: string) {
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (password: string) => {
      const [input, options] = withPassword(token, password);
      return client.shared.open.query(input, options);
    },
    onSuccess: (gallery) => {
      sessionStorage.setItem(proofKey(token), gallery.unlock_token);
      queries.setQueryData(openKey(token), gallery);
    },
  });
}

/** Downloads chosen photos of a shared gallery, or all of them, as one file. */
export function useSharedDownload(token: string, unlock: string) {
  const { client } = trpc.useUtils();
  return useArchiveDownload((choice: { photo_ids?: string[] }) =>
    client.shared.prepareDownload.mutate({ token, unlock, ...choice }),
  );
}

/** The people by whom visitors may filter, as numbers. */
export function useVisitorPeople(token: string, unlock: string) {
  return trpc.shared.people.useQuery({ token, unlock });
}

export function useSharedPhotos(token: string, unlock: string, person?: string) {
  const { client } = trpc.useUtils();
  return useInfinitePhotos({
    queryKey: ['shared', 'photos', token, person],
    load: (offset, signal) =>
      client.shared.photos.query(
        { token, unlock, person_id: person, limit: pageSizes.photos, offset },
        { signal },
      ),
  });
}
