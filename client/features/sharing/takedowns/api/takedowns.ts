import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import { dropReceipt, readReceipts } from './receipts.ts';

const statesKey = (token: string) => ['takedowns', 'states', token];

/** What changes for a visitor by link. */
export const refreshShared = (queries: QueryClient, token: string) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: statesKey(token) }),
    queries.invalidateQueries({ queryKey: ['shared', 'photos', token] }),
    queries.invalidateQueries({ queryKey: getQueryKey(trpc.openedShareLink.people) }),
  ]);

/** Takes a request back that was made in this browser. */
export function useWithdrawTakedown(token: string, unlock: string) {
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (receipt: string) => client.takedowns.withdraw.mutate({ token, unlock, receipt }),
    onSuccess: (_, receipt) => dropReceipt(token, receipt),
    onSettled: () => refreshShared(queries, token),
  });
}

/** What became of the requests that were made by this link in this browser; asks nothing where there are none. */
export function useTakedownStates(token: string, unlock: string) {
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: statesKey(token),
    queryFn: async () => {
      const receipts = readReceipts(token);
      if (receipts.length === 0) return [];
      return (await client.takedowns.states.query({ token, unlock, receipts })).takedowns;
    },
  });
  const drop = (receipt: string) => {
    dropReceipt(token, receipt);
    void queries.invalidateQueries({ queryKey: statesKey(token) });
  };
  return { states: data ?? [], drop };
}

export const takedownsQuery = (utils: Utils, galleryId: string) =>
  utils.takedowns.ofGallery.queryOptions({ id: galleryId });

export function useTakedowns(galleryId: string) {
  return useQuery(takedownsQuery(trpc.useUtils(), galleryId));
}

/** What the viewer asked to hide, in one gallery or in all. */
export const useOwnTakedowns = (gallery_id?: string) =>
  trpc.takedowns.mine.useQuery(gallery_id === undefined ? {} : { gallery_id });
export const useWithdrawOwnTakedown = () => trpc.takedowns.withdrawOwn.useMutation();

export const useDecideTakedown = () => trpc.takedowns.decide.useMutation();
export const useHidePhoto = () => trpc.takedowns.hide.useMutation();

const clubInput = (id: string, page: number) => ({
  id,
  limit: listSizes.users,
  offset: (page - 1) * listSizes.users,
});

export function useClubTakedowns(clubId: string, page = 1, enabled = true) {
  return trpc.takedowns.ofClub.useQuery(clubInput(clubId, page), {
    placeholderData: keepPreviousData,
    enabled,
  });
}
