import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isCode } from '#client/lib/error-message.ts';
import { tabData } from '#client/lib/site-storage.ts';
import { unlockTokenKey, unlockTokenOf } from './unlock.ts';

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
