import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getMutationKey } from '@trpc/react-query';
import { trpc } from '#client/lib/trpc.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import type { TakedownRequest } from '#server/contract/schemas/takedowns.ts';
import { keepReceipt } from './receipts.ts';
import { refreshShared } from './takedowns.ts';

export function useAskTakedown() {
  const utils = trpc.useUtils();
  return useMutation({
    mutationKey: getMutationKey(trpc.takedowns.ask),
    mutationFn: ({ id, ...request }: TakedownRequest & { id: string }) =>
      utils.client.takedowns.ask.mutate({ id, ...request }),
  });
}

/** Several photos of a gallery; more than one request may name are sent in parts. */
export function useAskTakedowns(galleryId: string) {
  const utils = trpc.useUtils();
  return useMutation({
    mutationKey: getMutationKey(trpc.takedowns.askSeveral),
    mutationFn: ({ photo_ids, ...request }: TakedownsRequest) =>
      inParts(photo_ids, (part) =>
        utils.client.takedowns.askSeveral.mutate({ id: galleryId, photo_ids: part, ...request }),
      ),
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
    mutationKey: getMutationKey(trpc.takedowns.askSeveral),
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
