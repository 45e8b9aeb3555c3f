import { trpc } from '#client/lib/trpc.ts';

/** Whether signing in asks for a code. */
export const useSecondFactorState = () => trpc.secondFactor.get.useQuery();

export function useChangeSecondFactor() {
  const utils = trpc.useUtils();
  const refresh = {
    onSuccess: () => Promise.all([utils.secondFactor.get.invalidate(), utils.auth.sessions.invalidate()]),
  };
  return {
    begin: trpc.secondFactor.begin.useMutation(),
    confirm: trpc.secondFactor.confirm.useMutation(refresh),
    renew: trpc.secondFactor.renewRecoveryCodes.useMutation(refresh),
    remove: trpc.secondFactor.remove.useMutation(refresh),
  };
}

/** Keeps passkeys and codes that an administrator wants removed, by the link that was mailed. */
export const useStopRemovalByLink = () => trpc.secondFactor.stopRemovalByLink.useMutation();
