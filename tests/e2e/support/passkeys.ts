import type { Page } from '@playwright/test';

interface Device {
  countPasskeys: () => Promise<number>;
  /** From now on somebody else lays a finger on it, whom it does not know. */
  passToSomebodyElse: () => Promise<void>;
}

/** Gives the page a phone or computer that answers at once, as if its owner laid a finger on it. */
export async function withDevice(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    countPasskeys: async () =>
      (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    passToSomebodyElse: () =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }).then(() => undefined),
  };
}

/** The device answers what the field of the username asks at once; where the button is to be pressed, the field does not ask. */
export const withoutAutofill = (page: Page) =>
  page.addInitScript(() => {
    if ('PublicKeyCredential' in window)
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
