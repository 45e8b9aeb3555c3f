import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { User } from '#server/contract/schemas/users.ts';
import { type Answers, sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const mia: User = userWith('member', { id: 'id-mia', username: 'mia', full_name: 'Mia Berg' });
const row = { ...mia, first_name: 'Mia', last_name: 'Berg' };
const club = sampleAnswer('clubs', 'get', { name: 'TSV Nord' });
const users = { items: [mia], total: 1, page: 1, per_page: 25, pages: 1 };
const answers: Answers = {
  users: { list: users, get: mia, update: { ...mia, full_name: 'Mia Neu' } },
  clubs: {
    get: { ...club, permissions: { ...club.permissions, can_manage_members: true } },
    members: {
      members: [{ ...row, role: 'member', approved_at: '2026-01-01T00:00:00Z' }],
      total: 1,
    } as never,
    requests: { requests: [{ ...row, requested_at: '2026-01-01T00:00:00Z' }], total: 1 } as never,
  },
};

/** What removes, refuses or deletes a single one, and the question that has to name it. */
const acts: [path: string, tab: string | null, button: RegExp, question: string][] = [
  ['/clubs/id-1/manage', null, /^Remove Mia Berg/, 'Remove Mia Berg from the club?'],
  ['/clubs/id-1/manage', 'Requests', /^Reject the request of Mia Berg/, 'Reject the request of Mia Berg?'],
];
test.each(acts)('at %s, tab %s, the question names the person', async (path, tab, button, question) => {
  const { user } = renderApp(path, { as: userWith('admin'), answers });
  if (tab) await user.click(await screen.findByRole('tab', { name: new RegExp(tab) }));
  await user.click(await screen.findByRole('button', { name: button }));
  expect(await screen.findByRole('dialog', { name: question })).toBeVisible();
});

test('deleting the only chosen user names it, and a renamed one is told with the new name', async () => {
  const { user } = renderApp('/users', { as: userWith('admin'), answers });
  await user.click(await screen.findByRole('checkbox', { name: /Mia Berg/ }));
  await user.click(await screen.findByRole('button', { name: /^Delete user/ }));
  const question = await screen.findByRole('dialog', { name: 'Delete “Mia Berg”?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await user.click((await screen.findAllByRole('button', { name: /edit Mia Berg/i }))[0]!);
  const dialog = await screen.findByRole('dialog', { name: 'Mia Berg' });
  const field = await within(dialog).findByRole('textbox', { name: /^Last name/ });
  await user.clear(field);
  await user.type(field, 'Neu');
  await user.click(within(dialog).getByRole('button', { name: /^Save/ }));
  expect(await screen.findByText(/Mia Neu/)).toBeVisible();
});
