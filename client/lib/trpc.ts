import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { httpBatchLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/trpc/router.ts';
import { wireErrorOf } from './error-message.ts';
import { expireSession, freshToken, getSession } from './session.ts';

export const trpc = createTRPCReact<AppRouter>();
export type Utils = ReturnType<typeof trpc.useUtils>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;

const url = '/trpc';

export function createTrpcClient() {
  return trpc.createClient({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        // EventSource sends no headers: the session's cookie speaks for it.
        true: httpSubscriptionLink({ url }),
        false: httpBatchLink({
          url,
          maxURLLength: 4_000,
          async headers({ opList }) {
            const token = await freshToken();
            const sharePassword = opList[0].context.sharePassword;
            return {
              ...(token ? { authorization: `Bearer ${token}` } : {}),
              ...(typeof sharePassword === 'string' ? { 'x-share-password': sharePassword } : {}),
            };
          },
        }),
      }),
    ],
  });
}

/** Answers to a question of its own kind: a shared link asks for its password, a login was mistyped. */
const notTheSession = new Set(['login_failed', 'link_password_required', 'link_password_incorrect']);

/** A call or a stream that says 401 means that the session is over, wherever it was ended. */
export function watchForSignOut(error: unknown): void {
  const wire = wireErrorOf(error);
  if (wire?.status === 401 && !notTheSession.has(wire.code) && getSession().status === 'in') expireSession();
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: watchForSignOut }),
    mutationCache: new MutationCache({ onError: watchForSignOut }),
    defaultOptions: {
      queries: {
        staleTime: 600,
        // An answer is an answer; only a lost connection or a busy server is asked again.
        retry: (failures, error) => failures < 3 && retryable(error),
        refetchOnWindowFocus: true,
      },
      // Without a connection it fails at once and says so, rather than happening later behind the reader's back.
      mutations: { networkMode: 'always' },
    },
  });
}

function retryable(error: unknown): boolean {
  const status = wireErrorOf(error)?.status;
  return status === undefined || status >= 502;
}
