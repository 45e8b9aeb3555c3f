import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  sendSignal,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { PasskeyCreation, PasskeyList, PasskeyRequest } from '#server/contract/schemas/passkeys.ts';

const isNamed = (error: unknown, ...names: string[]) => error instanceof Error && names.includes(error.name);
/** Nobody chose a passkey: the browser's dialog was closed or ran out of time, or another one was opened. */
const isCancelled = (error: unknown) => isNamed(error, 'NotAllowedError', 'AbortError');

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

/** Has the browser make a passkey. */
export async function makePasskey(
  creation: PasskeyCreation,
): Promise<RegistrationResponseJSON | 'exists' | 'cancelled'> {
  try {
    return await startRegistration({ optionsJSON: creation as PublicKeyCredentialCreationOptionsJSON });
  } catch (error) {
    if (isCancelled(error)) return 'cancelled';
    if (isNamed(error, 'InvalidStateError')) return 'exists';
    throw error;
  }
}

/** Browsers that can forget passkeys which were removed here. */
export async function forgetOthers({ passkeys, user_handle, rp_id }: PasskeyList): Promise<void> {
  if (!user_handle || !rp_id) return;
  await sendSignal({
    signalName: 'allAcceptedCredentials',
    rpID: rp_id,
    userID: user_handle,
    allAcceptedCredentialIDs: passkeys
      .filter((passkey) => passkey.is_for_this_address)
      .map((passkey) => passkey.credential_id),
  }).catch(() => undefined);
}
