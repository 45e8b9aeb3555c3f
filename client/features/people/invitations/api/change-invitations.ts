import { trpc } from '#client/lib/trpc.ts';

export function useChangeInvitations() {
  return {
    create: trpc.invitations.create.useMutation(),
    createForChildren: trpc.invitations.createForChildren.useMutation(),
    replace: trpc.invitations.replace.useMutation(),
    replaceUnknown: trpc.invitations.replaceUnknown.useMutation(),
    mail: trpc.invitations.mail.useMutation(),
    revoke: trpc.invitations.revoke.useMutation(),
  };
}
