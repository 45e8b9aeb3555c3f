import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { httpBatchLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/trpc/router.ts';
import { BadAnswer, badAnswerOf, wireErrorOf } from './error-message.ts';
import { checkSession, freshToken } from './session.ts';

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
          fetch: fetchJson,
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

/** An answer that is no JSON comes from a proxy, or from a server that broke down. */
async function fetchJson(input: RequestInfo | URL | string, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.headers.get('content-type')?.includes('json')) return response;
  throw new BadAnswer(response.status);
}

/** A call or a stream that says 401: the session may be over, wherever it was ended. True: it goes on. */
export async function watchForSignOut(error: unknown): Promise<boolean> {
  const wire = wireErrorOf(error);
  return wire?.status === 401 && !notTheSession.has(wire.code) && (await checkSession());
}

const againMs = 60_000;

/** What was refused for its token withTabLock is asked once more with the new one. */
function createQueryCache(): QueryCache {
  const asked = new WeakMap<object, number>();
  return new QueryCache({
    onError: async (error, query) => {
      if (!(await watchForSignOut(error))) return;
      if (Date.now() - (asked.get(query) ?? 0) < againMs) return;
      asked.set(query, Date.now());
      query.fetch().catch(() => undefined);
    },
  });
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: createQueryCache(),
    mutationCache: new MutationCache({ onError: (error) => void watchForSignOut(error) }),
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
  const status = wireErrorOf(error)?.status ?? badAnswerOf(error)?.status;
  return status === undefined || status >= 502;
}
