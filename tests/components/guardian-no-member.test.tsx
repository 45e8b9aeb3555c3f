import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

test('a guardian who is no member is invited where guardians are asked, with the child in the invitation', async () => {
  const sample = sampleAnswer('clubs', 'get');
  const club = { ...sample, permissions: { ...sample.permissions, can_manage_people: true } };
  const { name, id } = sampleAnswer('clubPeople', 'list').people[0]!;
  const [sampleMade] = sampleAnswer('invitations', 'list').invitations;
  const made = { ...sampleMade!, state: 'open' as const, max_uses: 1, guardian_of: name };
  const { user, server } = renderApp(`/clubs/${club.id}/manage?tab=people`, {
    as: userWith('admin'),
    answers: {
      clubs: { get: club },
      invitations: { create: made },
      guardians: { list: { guardians: [], open_invitations: 1 } },
    },
  });
  await user.click(await screen.findByRole('button', { name: `Guardians and consent of ${name}` }));
  const dialog = within(await screen.findByRole('dialog', { name }));
  await user.click(await dialog.findByRole('button', { name: 'Invite a guardian' }));
  const form = within(await screen.findByRole('dialog', { name: `Invite a guardian of ${name}` }));
  await user.click(form.getByRole('button', { name: 'Create invitation' }));
  const link = within(await screen.findByRole('dialog', { name: `Guardian of ${name}` }));
  expect(link.getByRole('button', { name: 'Print slip' })).toBeVisible();
  expect(server.inputsOf('invitations.create')).toMatchObject([{ guardian_of: id, role: 'member' }]);
  await user.click(link.getByRole('button', { name: 'Close' }));
  await vi.waitFor(() => expect(server.inputsOf('guardians.list')).toHaveLength(2));
  expect(within(screen.getByRole('dialog', { name })).getByText(/^One invitation/)).toBeVisible();
});
