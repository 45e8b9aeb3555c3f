import { trpc } from '#client/lib/trpc.ts';

/** Whether signing in asks for a code. */
export const useSecondFactorState = () => trpc.secondFactor.get.useQuery();

export function useChangeSecondFactor() {
  return {
    begin: trpc.secondFactor.begin.useMutation(),
    confirm: trpc.secondFactor.confirm.useMutation(),
    renew: trpc.secondFactor.renewRecoveryCodes.useMutation(),
    remove: trpc.secondFactor.remove.useMutation(),
  };
}

/** Keeps passkeys and codes that an administrator wants removed, by the link that was mailed. */
export const useStopRemovalByLink = () => trpc.secondFactor.stopRemovalByLink.useMutation();
