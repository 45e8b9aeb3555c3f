import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { signedIn } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { lifetimes, minuteMs } from '#server/contract/lifetimes.ts';
import { askAuthenticator } from './ask-authenticator.ts';

/** How long the field of the username offers passkeys by one challenge. */
const renewMs = lifetimes.challengeMs - minuteMs;

/** Signs in with a passkey: by a button, and by what the browser offers in the field of the username. */
export function usePasskeySignIn() {
  const { client } = trpc.useUtils();
  const entering = trpc.passkeys.signIn.useMutation({ onSuccess: signedIn });
  const enter = entering.mutate;
  const choosing = useMutation({
    mutationFn: async () => askAuthenticator(await client.passkeys.beginSignIn.mutate()),
    onSuccess: (answer) => answer && enter(answer),
  });
  const isChoosing = choosing.isPending;

  useEffect(() => {
    if (isChoosing) return;
    let isOver = false;
    const offer = async (): Promise<void> => {
      if (isOver || !(await browserSupportsWebAuthnAutofill())) return;
      const request = await client.passkeys.beginSignIn.mutate();
      if (isOver) return;
      const answer = await askAuthenticator(request, { autofill: true });
      if (answer) enter(answer, { onError: offerQuietly });
    };
    // Where it cannot be offered, the button says why.
    const offerQuietly = () => void offer().catch(() => undefined);
    offerQuietly();
    const timer = setInterval(offerQuietly, renewMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [client, enter, isChoosing]);
  useEffect(() => () => WebAuthnAbortService.cancelCeremony(), []);

  return {
    choose: () => choosing.mutate(),
    isPending: isChoosing || entering.isPending,
    error: choosing.error ?? entering.error,
  };
}
