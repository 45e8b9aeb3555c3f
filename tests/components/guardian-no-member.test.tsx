import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Answers, sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

function openGuardians(bornOn: string | null, answers: Answers) {
  const sample = sampleAnswer('clubs', 'get');
  const club = { ...sample, permissions: { ...sample.permissions, can_manage_people: true } };
  const list = sampleAnswer('clubPeople', 'list');
  const person = { ...list.people[0]!, born_on: bornOn };
  const app = renderApp(`/clubs/${club.id}/manage?tab=people`, {
    as: userWith('admin'),
    answers: { clubs: { get: club }, clubPeople: { list: { ...list, people: [person] } }, ...answers },
  });
  const open = async () => {
    await app.user.click(
      await screen.findByRole('button', { name: `Guardians and consent of ${person.name}` }),
    );
    return within(await screen.findByRole('dialog', { name: person.name }));
  };
  return { ...app, ...person, open };
}

test('a guardian who is no member is invited where guardians are asked, with the child in the invitation', async () => {
  const [sampleMade] = sampleAnswer('invitations', 'list').invitations;
  const made = { ...sampleMade!, state: 'open' as const, max_uses: 1 };
  const { user, server, name, id, open } = openGuardians('2019-05-01', {
    invitations: { create: { ...made, guardian_of: sampleAnswer('clubPeople', 'list').people[0]!.name } },
    guardians: { list: { guardians: [], open_invitations: 1 } },
  });
  const dialog = await open();
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

test.each([
  ['2001-05-01', 0],
  ['2019-05-01', 1],
  [null, 1],
])('to somebody born on %s guardians are offered %i times', async (born_on, times) => {
  const { open } = openGuardians(born_on, { guardians: { list: { guardians: [], open_invitations: 0 } } });
  const dialog = await open();
  await dialog.findByText('Guardians');
  expect(dialog.queryAllByRole('button', { name: 'Invite a guardian' })).toHaveLength(times);
  expect(dialog.queryAllByLabelText('Ask a member')).toHaveLength(times);
  expect(dialog.queryAllByText('This person is an adult and has no guardian.')).toHaveLength(1 - times);
});
