import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

test('a club without administrators of its own says who runs it, and counts none', async () => {
  const club = sampleAnswer('clubs', 'get');
  const { user } = renderApp(`/clubs/${club.id}/manage`, {
    as: userWith('admin'),
    answers: { clubs: { get: club, admins: { admins: [], total: 0 } } },
  });
  const tab = await screen.findByRole('tab', { name: /^Admins/ });
  await user.click(tab);
  expect(await screen.findByText(/only the administrators of the server run this club/)).toBeVisible();
  expect(tab).toHaveAccessibleName('Admins');
});
