import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { chosenKinds, type Delivery } from '#server/contract/notification-kinds.ts';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const select = (name: string) => screen.findByRole('combobox', { name });

/** The settings of somebody who is offered all kinds. */
function openSettings({ mail, verified = true }: { mail: boolean; verified?: boolean }) {
  const preferences = chosenKinds.map((kind) => ({ kind, delivery: 'app' as Delivery }));
  return renderApp('/settings', {
    as: { ...userWith('admin'), email: 'anna@example.org', email_verified: verified },
    answers: {
      installationSettings: {
        public: sampleAnswer('installationSettings', 'public', { mail }),
      },
      notifications: {
        preferences: () => ({ preferences: [...preferences] }),
        updatePreference: ({ kind, delivery }: { kind: string; delivery: Delivery }) => {
          const at = preferences.findIndex((each) => each.kind === kind);
          preferences[at] = { ...preferences[at]!, delivery };
          return { preferences: [...preferences] };
        },
      },
    },
  });
}

test('one choice for each group of notifications, the single ones behind it, and whether mails come', async () => {
  const { user, server } = openSettings({ mail: true });
  const family = await select('My photos and family');
  expect(screen.getByText('Mails go to anna@example.org.')).toBeVisible();
  expect(family).toHaveValue('app');
  await user.selectOptions(family, 'By mail at once');
  expect(await screen.findByText('Your choice was saved.')).toBeVisible();
  expect(server.inputsOf('notifications.updatePreference')).toHaveLength(5);
  expect(family).toHaveValue('at_once');
  await user.selectOptions(screen.getByLabelText('New photos in my clubs'), 'Not at all');
  await vi.waitFor(async () =>
    expect(
      within(await select('My photos and family')).getByRole('option', { name: 'Different' }),
    ).toBeVisible(),
  );
});

test.each([
  [false, true, 'This server sends no mails. What is new stands under the bell.'],
  [true, false, 'No mails come yet: confirm anna@example.org in your profile.'],
])('with mail %s and a confirmed address %s it is said whether mails come', async (mail, verified, text) => {
  openSettings({ mail, verified });
  expect(await screen.findByText(text)).toBeVisible();
});
