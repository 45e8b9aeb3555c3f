import { trpc } from '#client/lib/trpc.ts';

export function useChangeInvitations() {
  const utils = trpc.useUtils();
  const invalidateAfter = { onSuccess: () => utils.invitations.invalidate() };
  return {
    create: trpc.invitations.create.useMutation(invalidateAfter),
    replace: trpc.invitations.replace.useMutation(invalidateAfter),
    replaceUnknown: trpc.invitations.replaceUnknown.useMutation(invalidateAfter),
    mail: trpc.invitations.mail.useMutation(invalidateAfter),
    revoke: trpc.invitations.revoke.useMutation(invalidateAfter),
  };
}
