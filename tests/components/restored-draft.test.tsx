import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp, userWith } from './support/render.tsx';

const told = () => screen.queryByText('Unsaved changes were brought back.');

/** The profile as it comes back after a reload with something typed. */
async function restored() {
  const anna = userWith('member', { full_name: 'Anna Berg' });
  sessionStorage.setItem(`draft:${anna.id}:profile`, JSON.stringify({ full_name: 'Annegret Berg' }));
  const saved = { ...anna, full_name: 'Annegret Berg' };
  const rendered = renderApp('/profile', { as: anna, answers: { users: { updateProfile: saved } } });
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: /^Full name/ })).toHaveValue('Annegret Berg'),
  );
  expect(told()).toBeVisible();
  return rendered;
}

test('that changes were brought back is no longer said once they are saved', async () => {
  const { user } = await restored();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(told()).toBeNull());
});

test('that changes were brought back is no longer said once their form is left', async () => {
  const { user } = await restored();
  await user.click(screen.getAllByRole('link', { name: 'Clubs' })[0] as HTMLElement);
  await waitFor(() => expect(told()).toBeNull());
});
