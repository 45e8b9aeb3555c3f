import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { httpBatchLink, httpSubscriptionLink, splitLink, type TRPCLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '#server/app-router.ts';
import { batchSizeMax } from '#server/contract/batch-size.ts';
import { pageHeader } from '#server/contract/page-header.ts';
import { sharePasswordHeader, writeSharePassword } from '#server/contract/share-password-header.ts';
import { BadAnswer, badAnswerOf, isCode, wireErrorOf } from './error-message.ts';
import { fetchFirst } from './first-answers.ts';
import { readAnswer } from './own-answer.ts';
import { noteSent } from './prevent-double-click.ts';
import { askForPassword } from './reauthentication.ts';
import { whileSigningIn } from './refresh-tokens.ts';
import { checkSession, freshToken } from './session.ts';

export const trpc = createTRPCReact<AppRouter>();
export type Utils = ReturnType<typeof trpc.useUtils>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;

const url = '/trpc';

/** Repeats a call that needs the password, once it was given. */
const afterPassword: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) => {
      const first = next(op).subscribe({
        next: observer.next,
        complete: observer.complete,
        async error(error) {
          if (!isCode(error, 'reauthentication_required') || !(await askForPassword()))
            return observer.error(error);
          next(op).subscribe(observer);
        },
      });
      return () => first.unsubscribe();
    });

export function createTrpcClient() {
  return trpc.createClient({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        // EventSource sends no headers; the session cookie authenticates it.
        true: httpSubscriptionLink({ url }),
        false: [
          afterPassword,
          httpBatchLink({
            url,
            maxURLLength: 4_000,
            maxItems: batchSizeMax,
            fetch: fetchJson,
            async headers({ opList }) {
              const token = await freshToken();
              // Another query may be first in the batch.
              const sharePassword = opList.find((one) => 'sharePassword' in one.context)?.context
                .sharePassword;
              return {
                ...(opList[0].type === 'mutation' ? { [pageHeader]: '1' } : {}),
                ...(token ? { authorization: `Bearer ${token}` } : {}),
                ...(typeof sharePassword === 'string'
                  ? { [sharePasswordHeader]: writeSharePassword(sharePassword) }
                  : {}),
              };
            },
          }),
        ],
      }),
    ],
  });
}

/** Error codes of 401 answers that say nothing about the session: wrong login or code, password of a shared link. */
const notSessionCodes = /^(login_failed|second_factor|link_password)/;

const opensSession = /^[^?]*\.(login|register|resetPassword|signIn)\b/;

/** Throws BadAnswer for an answer that is not ours: it comes from a proxy or a crashed server. */
async function fetchJson(input: RequestInfo | URL | string, init?: RequestInit): Promise<Response> {
  const send = () => fetchFirst(input, init);
  const locks = location.protocol === 'https:' && opensSession.test(String(input));
  const response = await (locks ? whileSigningIn(send) : send());
  if (!response.headers.get('content-type')?.includes('json')) throw new BadAnswer(response.status);
  // A sign-in of a proxy may answer JSON too; taken for ours, it would end the session.
  if (response.status === 401) await readAnswer(response.clone());
  return response;
}

/**
 * Checks the session after a call or subscription was refused with 401, or because a second factor is needed; true: the session
 * goes on.
 */
export async function checkSessionAfterRefusal(error: unknown): Promise<boolean> {
  const { status, code = '' } = wireErrorOf(error) ?? {};
  const concerns = status === 401 ? !notSessionCodes.test(code) : code === 'second_factor_needed';
  return concerns && (await checkSession());
}

const repeatAfterMs = 60_000;

/** Repeats a query once after its access token was refused and refreshed. */
function createQueryCache(): QueryCache {
  const asked = new WeakMap<object, number>();
  return new QueryCache({
    onError: async (error, query) => {
      if (!(await checkSessionAfterRefusal(error))) return;
      if (Date.now() - (asked.get(query) ?? 0) < repeatAfterMs) return;
      asked.set(query, Date.now());
      query.fetch().catch(() => undefined);
    },
  });
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: createQueryCache(),
    mutationCache: new MutationCache({
      onMutate: noteSent,
      onError: (error) => void checkSessionAfterRefusal(error),
      // Fetched after the first mutation: no first visit needs it. A failure is shown at once.
      onSettled: (_data, error, _variables, _result, _mutation, { client, mutationKey }) => {
        const refreshed = import('./refresh-stale.ts').then(
          ({ refreshStale }) => refreshStale(client, mutationKey),
          () => client.invalidateQueries(),
        );
        return error ? undefined : refreshed;
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 600,
        // Only network failures and 502 or higher are retried.
        retry: (failures, error) => failures < 3 && retryable(error),
        refetchOnWindowFocus: true,
      },
      // Mutations without a connection fail at once instead of being queued and sent later.
      mutations: { networkMode: 'always' },
    },
  });
}

function retryable(error: unknown): boolean {
  const status = wireErrorOf(error)?.status ?? badAnswerOf(error)?.status;
  return status === undefined || status >= 502;
}
