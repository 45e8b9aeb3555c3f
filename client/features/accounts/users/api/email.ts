import { trpc } from '#client/lib/trpc.ts';

export function useRequestVerification() {
  return trpc.users.requestVerification.useMutation();
}
