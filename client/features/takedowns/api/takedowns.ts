import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { TakedownRequest } from '#server/contract/schemas/takedowns.ts';
import { dropReceipt, keepReceipt, readReceipts } from './receipts.ts';

/** What changes when a photo is hidden or shown again. */
const refreshGallery = (utils: Utils) =>
  Promise.all([
    utils.takedowns.invalidate(),
    utils.photos.list.invalidate(),
    utils.galleries.invalidate(),
    utils.faces.invalidate(),
    utils.galleryPeople.invalidate(),
    utils.myPhotos.invalidate(),
    utils.stats.waiting.invalidate(),
  ]);

export function useAskTakedown() {
  const utils = trpc.useUtils();
  return useMutation({
    mutationFn: ({ id, ...request }: TakedownRequest & { id: string }) =>
      utils.client.takedowns.ask.mutate({ id, ...request }),
    onSettled: () => refreshGallery(utils),
  });
}

/** Several photos of a gallery; more than one request may name are sent in parts. */
export function useAskTakedowns(galleryId: string) {
  const utils = trpc.useUtils();
  return useMutation({
    mutationFn: ({ photo_ids, ...request }: TakedownsRequest) =>
      inParts(photo_ids, (part) =>
        utils.client.takedowns.askSeveral.mutate({ id: galleryId, photo_ids: part, ...request }),
      ),
    onSettled: () => refreshGallery(utils),
  });
}

type TakedownsRequest = Omit<TakedownRequest, 'mark'> & { photo_ids: readonly string[] };

async function inParts<Answer extends { hides: boolean }>(
  photoIds: readonly string[],
  ask: (part: string[]) => Promise<Answer>,
): Promise<Pick<Answer, 'hides'>> {
  const answers: Answer[] = [];
  for (const part of chunksOf(photoIds, countLimits.takedownPhotosMax)) answers.push(await ask(part));
  return { hides: answers.every(({ hides }) => hides) };
}

const chunksOf = (ids: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, i) => ids.slice(i * size, (i + 1) * size));

const statesKey = (token: string) => ['takedowns', 'states', token];

/** What changes for a visitor by link. */
const refreshShared = (queries: QueryClient, token: string) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: statesKey(token) }),
    queries.invalidateQueries({ queryKey: ['shared', 'photos', token] }),
  ]);

/** A request by a share link; its receipt is kept in this browser. */
export function useAskSharedTakedown(token: string, unlock: string) {
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: TakedownRequest & { id: string }) =>
      client.takedowns.askByLink.mutate({ token, unlock, ...request }),
    onSuccess: ({ receipt }) => {
      if (receipt) keepReceipt(token, receipt);
    },
    onSettled: () => refreshShared(queries, token),
  });
}

/** Several photos by a share link. */
export function useAskSharedTakedowns(token: string, unlock: string) {
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ photo_ids, ...request }: TakedownsRequest) =>
      inParts(photo_ids, async (part) => {
        const input = { token, unlock, photo_ids: part, ...request };
        const answer = await client.takedowns.askSeveralByLink.mutate(input);
        if (answer.receipt) keepReceipt(token, answer.receipt);
        return answer;
      }),
    onSettled: () => refreshShared(queries, token),
  });
}

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

export function useDecideTakedown() {
  const utils = trpc.useUtils();
  return trpc.takedowns.decide.useMutation({ onSettled: () => refreshGallery(utils) });
}

export function useHidePhoto() {
  const utils = trpc.useUtils();
  return trpc.takedowns.hide.useMutation({ onSettled: () => refreshGallery(utils) });
}

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
