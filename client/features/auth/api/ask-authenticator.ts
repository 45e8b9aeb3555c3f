import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser';
import type { PasskeyRequest } from '#server/contract/schemas/passkeys.ts';

/** Nobody chose a passkey: the browser's dialog was closed or ran out of time, or another one was opened. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);

/** Has the browser ask for a passkey; null: nobody chose one. */
export async function askAuthenticator(
  request: PasskeyRequest,
  { autofill }: { autofill: boolean } = { autofill: false },
): Promise<AuthenticationResponseJSON | null> {
  try {
    return await startAuthentication({
      // Ways to reach an authenticator that came after the types of the library are handed on.
      optionsJSON: request as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill: autofill,
    });
  } catch (error) {
    if (isCancelled(error)) return null;
    throw error;
  }
}
