import { getQueryKey } from '@trpc/react-query';
import { infiniteListQuery, useInfiniteList } from '#client/hooks/use-infinite-list.ts';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { ClubStorage, StorageOfClubs } from '#server/contract/schemas/storage-usage.ts';

const limit = listSizes.storage;

const clubList = ({ client }: Utils) => ({
  queryKey: getQueryKey(trpc.storageUsage.byClub, { limit }, 'infinite'),
  load: (offset: number, signal: AbortSignal) =>
    client.storageUsage.byClub.query({ limit, offset }, { signal }),
  itemsOf: (page: StorageOfClubs) => page.clubs,
});
export const storageOfClubsQuery = (utils: Utils) => infiniteListQuery(clubList(utils));

/** What the photos take in all, and by club. */
export function useStorageOfClubs() {
  const { items: clubs, data, ...pages } = useInfiniteList(clubList(trpc.useUtils()));
  return { ...pages, clubs, used: data?.pages[0]?.used };
}

/** What the galleries of a club take, or those of no club. */
export function useStorageOfGalleries({ club_id }: Pick<ClubStorage, 'club_id'>) {
  const { client } = trpc.useUtils();
  const input = club_id === null ? { limit, without_club: true } : { limit, club_id };
  const { items: galleries, ...pages } = useInfiniteList({
    queryKey: getQueryKey(trpc.storageUsage.byGallery, input, 'infinite'),
    load: (offset, signal) => client.storageUsage.byGallery.query({ ...input, offset }, { signal }),
    itemsOf: (page) => page.galleries,
  });
  return { ...pages, galleries };
}

/** What the photos take by the account that uploaded them. */
export function useStorageOfPhotographers() {
  const { client } = trpc.useUtils();
  const { items: photographers, ...pages } = useInfiniteList({
    queryKey: getQueryKey(trpc.storageUsage.byPhotographer, { limit }, 'infinite'),
    load: (offset, signal) => client.storageUsage.byPhotographer.query({ limit, offset }, { signal }),
    itemsOf: (page) => page.photographers,
  });
  return { ...pages, photographers };
}
