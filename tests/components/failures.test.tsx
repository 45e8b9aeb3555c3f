/** @module-tag long */
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Role } from '#server/contract/roles.ts';
import { runs } from '#tests/support/thoroughness.ts';
import { type Answers, Failure, offline, sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith, write } from './support/render.tsx';

const alertsWith = (text: string) =>
  screen.queryAllByRole('alert').filter(({ textContent }) => textContent?.includes(text));

const screens: [role: Role, path: string, procedure: string, says: string][] = [
  ['admin', '/users', 'users.list', 'Failed to load users'],
  ['admin', '/clubs', 'clubs.list', 'Failed to load clubs'],
  ['club_admin', '/my-clubs', 'clubs.listAdministered', 'Failed to load your clubs'],
  ['club_admin', '/clubs/id-1/manage', 'clubs.get', 'Failed to load club details'],
  ['club_admin', '/clubs/id-1/manage', 'clubs.members', 'Failed to load members'],
  ['club_admin', '/clubs/id-1/manage?tab=requests', 'clubs.requests', 'Failed to load requests'],
  ['admin', '/clubs/id-1/manage?tab=admins', 'clubs.admins', 'Failed to load club administrators'],
  ['photographer', '/events', 'events.list', 'Failed to load events'],
  ['photographer', '/events/id-1/manage', 'events.get', 'Failed to load event details'],
  ['photographer', '/gallery', 'galleries.list', 'Failed to load galleries'],
  ['photographer', '/gallery/id-1', 'galleries.get', 'The gallery could not be loaded'],
  ['photographer', '/gallery/id-1', 'photos.list', 'Failed to load photos'],
  [
    'admin',
    '/admin/face-recognition',
    'recognition.analysesSummary',
    'Failed to load face recognition overview.',
  ],
];

test.each(screens)(
  '%s at %s: without %s it says “%s”, and loads on the next try',
  async (role, path, procedure, says) => {
    const { server, user } = renderApp(path, { as: userWith(role) });
    server.answer(procedure, new Failure());
    await waitFor(() => expect(alertsWith(says)).not.toEqual([]));
    const [router, name] = procedure.split('.');
    server.answer(procedure, sampleAnswer(router as 'users', name as 'list'));
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
    await waitFor(() => expect(alertsWith(says)).toEqual([]));
  },
);

interface Action {
  role: Role;
  path: string;
  procedure: string;
  says: string;
  act: (user: UserEvent) => Promise<unknown>;
  /** A field that must still hold the typed text. */
  keeps?: [label: string, text: string];
}

const button = async (name: string | RegExp) =>
  (await screen.findAllByRole('button', { name }))[0] as HTMLElement;
const press = async (user: UserEvent, name: string | RegExp) => user.click(await button(name));
const inDialog = async (user: UserEvent, name: string) =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
const fill = async (user: UserEvent, label: string | RegExp, text: string) => {
  const field = await screen.findByLabelText(label);
  await user.clear(field);
  await write(user, field, text);
};

const actions: Action[] = [
  {
    role: 'photographer',
    path: '/clubs',
    procedure: 'clubs.join',
    says: 'Failed to request membership',
    act: (user) => press(user, /^Join TSV Nord/),
  },
  {
    role: 'club_admin',
    path: '/clubs/id-1/manage',
    procedure: 'clubs.update',
    says: 'Failed to update club description',
    act: async (user) => {
      await press(user, 'Edit');
      await fill(user, 'Description', 'Since 1921');
      await press(user, 'Save');
    },
    keeps: ['Description', 'Since 1921'],
  },
  {
    role: 'club_admin',
    path: '/clubs/id-1/manage?tab=requests',
    procedure: 'clubs.approve',
    says: 'Failed to approve request',
    act: (user) => press(user, /^Approve the request of/),
  },
  {
    role: 'admin',
    path: '/clubs/id-1/manage?tab=admins',
    procedure: 'clubs.addAdmin',
    says: 'Failed to assign club administrator',
    act: async (user) => {
      await user.type(await screen.findByLabelText('Find a user'), 'Mia');
      await user.click((await screen.findAllByRole('option', { hidden: true }))[0] as HTMLElement);
      await press(user, 'Assign');
    },
  },
  {
    role: 'photographer',
    path: '/admin/gallery/id-1/manage',
    procedure: 'galleries.update',
    says: 'Failed to update gallery',
    act: async (user) => {
      await fill(user, /^Name/, 'Renamed');
      await press(user, 'Save');
    },
    keeps: ['Name', 'Renamed'],
  },
  {
    role: 'photographer',
    path: '/admin/gallery/id-1/manage',
    procedure: 'galleries.setAccess',
    says: 'Failed to update access',
    act: async (user) => {
      await press(user, 'Manage access');
      await inDialog(user, 'Save');
    },
  },
  {
    role: 'photographer',
    path: '/admin/gallery/id-1/manage',
    procedure: 'shareLinks.create',
    says: 'Failed to save share link',
    act: async (user) => {
      await press(user, 'Share links');
      const dialog = within(await screen.findByRole('dialog'));
      await user.click(await dialog.findByRole('button', { name: 'Options' }));
      const form = await waitFor(() => {
        const last = within(screen.getAllByRole('dialog').at(-1) as HTMLElement);
        last.getByRole('textbox', { name: 'Name' });
        return last;
      });
      await write(user, form.getByRole('textbox', { name: 'Name' }), 'Parents');
      await user.click(form.getByRole('button', { name: 'Create link' }));
    },
  },
  {
    role: 'admin',
    path: '/users',
    procedure: 'users.create',
    says: 'Failed to create the user',
    act: async (user) => {
      await press(user, 'Create user');
      const dialog = within(await screen.findByRole('dialog'));
      await write(user, dialog.getByLabelText(/^Username/), 'frieda');
      await write(user, dialog.getByLabelText(/^Email/), 'frieda@example.org');
      for (const field of [/^Password/, /^Confirm password/])
        await write(user, dialog.getByLabelText(field), 'long enough');
      await user.click(dialog.getByRole('button', { name: 'Create user' }));
    },
    keeps: ['Username', 'frieda'],
  },
];

const clubs = sampleAnswer('clubs', 'list');
const club = sampleAnswer('clubs', 'get');
const answers: Answers = {
  shareLinks: { list: sampleAnswer('shareLinks', 'list', { links: [] }) },
  clubs: {
    get: { ...club, permissions: { ...club.permissions, can_rename: false } },
    list: {
      ...clubs,
      clubs: [{ ...clubs.clubs[0]!, name: 'TSV Nord', user_membership_status: 'none' }],
      total: 1,
    },
  },
};

for (const how of ['server', 'network'] as const)
  test.each(actions.filter((_, at) => how === 'server' || at % runs(4, 1) === 0))(
    `$procedure that fails by the ${how} says which, and keeps what was typed`,
    async (action) => {
      const { server, user } = renderApp(action.path, { as: userWith(action.role), answers });
      server.answer(action.procedure, how === 'server' ? new Failure() : offline);
      await action.act(user);
      const told = () =>
        [...screen.queryAllByRole('alert'), ...screen.queryAllByRole('status')].filter(({ textContent }) =>
          textContent?.includes(action.says),
        );
      await waitFor(() => expect(told()).not.toEqual([]));
      expect(told()[0]).toHaveTextContent(
        how === 'server' ? 'Something went wrong on our side.' : 'Network error',
      );
      if (action.keeps) {
        const [label, text] = action.keeps;
        expect(screen.getAllByRole('textbox', { name: new RegExp(`^${label}( \\*)?$`) })[0]).toHaveValue(
          text,
        );
      }
    },
  );

test('who may see a gallery is not saved from an old list that could not be loaded anew', async () => {
  const { server, user } = renderApp('/admin/gallery/id-1/manage', { as: userWith('photographer') });
  await press(user, 'Manage access');
  const dialog = () => within(screen.getByRole('dialog'));
  await screen.findByRole('dialog');
  await dialog().findByRole('button', { name: 'Save' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  server.answer('galleries.access', new Failure());
  await press(user, 'Manage access');
  await screen.findByRole('dialog');
  expect(await dialog().findByRole('alert')).toHaveTextContent('Failed to load access');
  expect(dialog().queryByRole('button', { name: 'Save' })).toBeNull();
  server.answer('galleries.access', sampleAnswer('galleries', 'access'));
  await user.click(dialog().getByRole('button', { name: 'Try again' }));
  expect(await dialog().findByRole('button', { name: 'Save' })).toBeVisible();
});
