import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Failure, sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const sessions = {
  sessions: ['id-1', 'id-2', 'id-3'].map((id, at) => ({
    ...sampleAnswer('auth', 'sessions').sessions[0],
    id,
    is_current: at === 0,
  })),
} as never;

function start() {
  let given = false;
  const needed = () => (given ? { ok: true as const } : new Failure('reauthentication_required', 403));
  const confirmPassword = ({ password }: { password: string }) => {
    given = password === 'right';
    return given ? { ok: true as const } : new Failure('current_password_incorrect', 400);
  };
  const answers = {
    auth: { sessions, endSession: needed, endOtherSessions: needed, confirmPassword },
  } as never;
  return renderApp('/settings', { as: userWith(), answers });
}
const dialog = () => screen.findByRole('dialog', { name: 'Confirm it is you' });
const endOthers = { name: 'Sign out everywhere else' };

test('a call that needs the password is sent again once it was given', async () => {
  const { user, server } = start();
  await user.click(await screen.findByRole('button', endOthers));
  const field = within(await dialog()).getByLabelText('Current password');
  await user.type(field, 'wrong{Enter}');
  expect(await screen.findByText('Current password is incorrect')).toBeVisible();
  await user.clear(field);
  await user.type(field, 'right{Enter}');
  expect(await screen.findByText(/^Signed out everywhere/)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.inputsOf('auth.endOtherSessions')).toHaveLength(2);
  expect(server.inputsOf('auth.confirmPassword')).toEqual([{ password: 'wrong' }, { password: 'right' }]);
});

test('without it the call is not sent again, and says that nothing was changed', async () => {
  const { user, server } = start();
  await user.click(await screen.findByRole('button', endOthers));
  await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText(/Nothing was changed/)).toBeVisible();
  expect(server.inputsOf('auth.endOtherSessions')).toHaveLength(1);
});
