import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp, userWith } from './support/render.tsx';

test.each([
  [
    'A slip for each child',
    /neither a guardian nor an open slip/,
    'Make slips',
    'invitations.createForChildren',
  ],
  ['Remind families', /left a question about photos unanswered/, 'Remind', 'guardians.remind'],
] as const)('%s says who is meant before anything is sent', async (opener, says, confirm, procedure) => {
  const { user, server } = renderApp('/clubs/id-1/manage?tab=people', { as: userWith('admin') });
  await user.click(await screen.findByRole('button', { name: opener }));
  const dialog = within(await screen.findByRole('dialog', { name: opener }));
  expect(dialog.getByText(says)).toBeVisible();
  expect(server.inputsOf(procedure)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: confirm }));
  await waitFor(() => expect(server.inputsOf(procedure)).toEqual([{ id: 'id-1' }]));
});
