import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { offline, sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

/** In the menu of the account, which a simulated page does not always see open. */
async function logOut(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: /^Account of/ }));
  return screen.findByRole('menuitem', { name: 'Log out', hidden: true });
}

test('signing out before the settings of the installation are there ends the session at the provider, too', async () => {
  const settings = sampleAnswer('installationSettings', 'public', { provider_ends: 'with_session' });
  const known = Promise.withResolvers<typeof settings>();
  const { user, server } = renderApp('/settings', {
    as: userWith(),
    answers: {
      installationSettings: { public: known.promise },
      oidc: { endSessionAddress: { url: null } },
      auth: { logout: { ok: true } },
    },
  });
  await user.click(await logOut(user));
  known.resolve(settings);
  await waitFor(() => expect(server.inputsOf('auth.logout')).toHaveLength(1));
  expect(server.inputsOf('oidc.endSessionAddress')).toHaveLength(1);
  await screen.findByRole('button', { name: 'Sign In' });
});

test('without a connection, signing out ends the session here before the settings are known', async () => {
  const { user } = renderApp('/settings', {
    as: userWith(),
    answers: {
      installationSettings: { public: offline },
      auth: { logout: offline },
    },
  });
  const button = await logOut(user);
  onlineManager.setOnline(false);
  try {
    await user.click(button);
    await screen.findByRole('button', { name: 'Sign In' });
  } finally {
    onlineManager.setOnline(true);
  }
});

test('a server that does not answer keeps nobody signed in here', async () => {
  const { user } = renderApp('/settings', {
    as: userWith(),
    answers: { auth: { logout: new Promise<never>(() => undefined) } },
  });
  const button = await logOut(user);
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
  try {
    await user.click(button);
    await vi.advanceTimersByTimeAsync(5_000);
    await screen.findByRole('button', { name: 'Sign In' });
  } finally {
    vi.useRealTimers();
  }
});

test('a sign-out that the server did not take still leads to the provider, which ends its session', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const settings = sampleAnswer('installationSettings', 'public', { provider_ends: 'with_session' });
  const { user } = renderApp('/settings', {
    as: userWith(),
    answers: {
      installationSettings: { public: settings },
      oidc: { endSessionAddress: { url: 'https://provider.example/end' } },
      auth: { logout: offline },
    },
  });
  await user.click(await logOut(user));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://provider.example/end'));
  assign.mockRestore();
});
