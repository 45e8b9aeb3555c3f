import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Failure, sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const member = (name: string) => ({
  ...sampleAnswer('clubs', 'members').members[0]!,
  ...{ id: name, username: name, first_name: name, last_name: 'Berg' },
});
const child = (name: string, is_last: boolean) => ({ id: name, name, is_last });

function members(ending: object) {
  const club = sampleAnswer('clubs', 'get');
  return renderApp(`/clubs/${club.id}/manage`, {
    as: userWith('admin'),
    answers: {
      clubs: { get: club, members: { members: [member('Anna'), member('Otto')], total: 2 } },
      guardians: { ending: ending as never },
    },
  });
}

test('the question whether to remove a member names the children and what ends for them', async () => {
  const { user, server } = members({ children: [child('Penny', true), child('Max', false)], total: 2 });
  await user.click(await screen.findByRole('button', { name: 'Remove Anna Berg' }));
  const question = await screen.findByRole('dialog', { name: 'Remove Anna Berg from the club?' });
  expect(
    within(question)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Penny (nobody else answers then)', 'Max (others still answer)']);
  expect(question).toHaveTextContent('This member is then no longer a guardian of:');
  expect(question).toHaveTextContent(/A yes of this member no longer counts, and their links/);
  expect(server.inputsOf('guardians.ending')).toMatchObject([{ user_ids: ['Anna'] }]);
  expect(server.inputsOf('clubs.removeMember')).toEqual([]);
});

test('of several members at once the children stand together, and how many more there are', async () => {
  const { user, server } = members({ children: [child('Penny', true)], total: 4 });
  await user.click(await screen.findByRole('checkbox', { name: /Anna/ }));
  await user.click(screen.getByRole('checkbox', { name: /Otto/ }));
  await user.click(screen.getByRole('button', { name: 'Remove 2 members' }));
  const question = await screen.findByRole('dialog', { name: 'Remove 2 members?' });
  expect(question).toHaveTextContent('These members are then no longer guardians of:');
  expect(within(question).getAllByRole('listitem')[1]).toHaveTextContent('and 3 more children');
  expect(server.inputsOf('guardians.ending')).toMatchObject([{ user_ids: ['Anna', 'Otto'] }]);
});

test('nothing is said where nothing ends, and nothing asked where it cannot be read', async () => {
  const { user } = members({ children: [], total: 0 });
  await user.click(await screen.findByRole('button', { name: 'Remove Anna Berg' }));
  expect(await screen.findByRole('dialog')).not.toHaveTextContent('guardian');
  cleanup();
  const failing = members(new Failure());
  await failing.user.click(await screen.findByRole('button', { name: 'Remove Anna Berg' }));
  expect(await screen.findByText(/The people could not be loaded/)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});
