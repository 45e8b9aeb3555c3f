import { useMutation } from '@tanstack/react-query';
import { usePasskeysOffered } from '#client/hooks/use-passkeys-offered.ts';
import { trpc } from '#client/lib/trpc.ts';

/** Gives a passkey instead of the password in the session in use, where the account has one for this address. */
export function useConfirmByPasskey(onGiven: () => void) {
  const { client } = trpc.useUtils();
  const list = trpc.passkeys.list.useQuery(undefined, { enabled: usePasskeysOffered() });
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      const { askAuthenticator } = await import('./ask-authenticator.ts');
      const answer = await askAuthenticator(await client.passkeys.beginConfirm.mutate());
      return answer && client.passkeys.confirm.mutate(answer);
    },
    onSuccess: (given) => given && onGiven(),
  });
  return {
    isOffered: list.data?.passkeys.some((passkey) => passkey.is_for_this_address) ?? false,
    ask: () => mutate(),
    error,
    isPending,
  };
}
