import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

test('where a guardian is asked, a link leads to the invitations for those who are no members', async () => {
  const sample = sampleAnswer('clubs', 'get');
  const club = { ...sample, permissions: { ...sample.permissions, can_manage_people: true } };
  const { user } = renderApp(`/clubs/${club.id}/manage?tab=people`, {
    as: userWith('admin'),
    answers: { clubs: { get: club } },
  });
  const { name } = sampleAnswer('clubPeople', 'list').people[0]!;
  await user.click(await screen.findByRole('button', { name: `Guardians and consent of ${name}` }));
  const dialog = within(await screen.findByRole('dialog', { name }));
  await user.click(await dialog.findByRole('link', { name: 'Invite somebody to the club' }));
  expect(await screen.findByRole('button', { name: 'Invite one person' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});
