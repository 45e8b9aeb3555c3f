import { trpc } from '#client/lib/trpc.ts';

const WHILE_SENDING_MS = 1_500;

/** Asked again and again while a mail is on its way. */
export function useMailStatus() {
  return trpc.mail.status.useQuery(undefined, {
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? WHILE_SENDING_MS : false),
  });
}

export const useSendTestMail = () => trpc.mail.sendTest.useMutation();
