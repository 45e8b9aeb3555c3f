import {
  type PublicKeyCredentialCreationOptionsJSON,
  sendSignal,
  startRegistration,
} from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePasskeysOffered } from '#client/hooks/use-passkeys-offered.ts';
import { trpc } from '#client/lib/trpc.ts';
import { isCancelled } from './ask-authenticator.ts';

/** The viewer's passkeys, and how they are added and removed. */
export function usePasskeys() {
  const utils = trpc.useUtils();
  const isOffered = usePasskeysOffered();
  const list = trpc.passkeys.list.useQuery();
  const refresh = async () => {
    await Promise.all([utils.passkeys.list.invalidate(), utils.auth.sessions.invalidate()]);
  };
  const add = useMutation({
    mutationFn: async (): Promise<'added' | 'exists' | 'cancelled'> => {
      const creation = await utils.client.passkeys.beginAdd.mutate();
      try {
        const made = await startRegistration({
          optionsJSON: creation as PublicKeyCredentialCreationOptionsJSON,
        });
        await utils.client.passkeys.add.mutate(made);
        return 'added';
      } catch (error) {
        if (isCancelled(error)) return 'cancelled';
        if (error instanceof Error && error.name === 'InvalidStateError') return 'exists';
        throw error;
      }
    },
    onSuccess: refresh,
  });
  const remove = trpc.passkeys.remove.useMutation({ onSuccess: refresh });

  const { data } = list;
  useEffect(() => {
    if (!isOffered || !data?.user_handle) return;
    // Where the browser can, it forgets passkeys that were removed here.
    sendSignal({
      signalName: 'allAcceptedCredentials',
      rpID: window.location.hostname,
      userID: data.user_handle,
      allAcceptedCredentialIDs: data.passkeys
        .filter((passkey) => passkey.is_for_this_address)
        .map((passkey) => passkey.credential_id),
    }).catch(() => undefined);
  }, [data, isOffered]);

  return { list, add, remove, isOffered };
}
