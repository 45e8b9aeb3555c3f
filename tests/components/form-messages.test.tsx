/** @module-tag long */
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import de from '#client/i18n/de.json' with { type: 'json' };
import en from '#client/i18n/en.json' with { type: 'json' };
import { changeLanguage } from '#client/i18n/i18next-setup.ts';
import type { Role } from '#server/contract/roles.ts';
import { Failure, sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith, write } from './support/render.tsx';

/** What every form says: typed values by label, and the expected messages. */
interface FormTry {
  fill: Record<string, string>;
  says: string[];
}
interface Form {
  name: string;
  who: Role | 'nobody';
  path: string;
  /** The button that opens the form if it is a dialog. */
  open?: string;
  submit: string;
  tries: FormTry[];
}

const past = '2020-02-03';

const forms: Form[] = [
  {
    name: 'sign in',
    who: 'nobody',
    path: '/login',
    submit: 'Sign In',
    tries: [
      { fill: {}, says: ['Username is required', 'Password is required'] },
      { fill: { 'Username or email': 'anna' }, says: ['Password is required'] },
    ],
  },
  {
    name: 'create user',
    who: 'admin',
    path: '/users',
    open: 'Create user',
    submit: 'Create user',
    tries: [
      { fill: {}, says: ['Username is required', 'Email is required', 'Password is required'] },
      {
        fill: { Username: 'abc', Email: 'nowhere', Password: 'short', 'Confirm password': 'other' },
        says: [
          'Please enter a valid email address',
          'Password must be at least 8 characters',
          'Passwords do not match',
        ],
      },
      { fill: { Email: 'an..na@club.example' }, says: ['Please enter a valid email address'] },
    ],
  },
  {
    name: 'create club',
    who: 'admin',
    path: '/clubs',
    open: 'Create club',
    submit: 'Create club',
    tries: [{ fill: { Name: '   ', Sport: '  ' }, says: ['Name is required', 'Sport type is required'] }],
  },
  {
    name: 'create event',
    who: 'photographer',
    path: '/events',
    open: 'Create event',
    submit: 'Create event',
    tries: [
      { fill: {}, says: ['Name is required', 'Slug is required', 'Date is required'] },
      {
        fill: { Name: 'ab', 'Short name (slug)': 'a', 'Event date': past },
        says: [
          'Name must be at least 3 characters',
          'Slug must be at least 3 characters',
          'The date cannot be in the past',
        ],
      },
      {
        fill: { 'Short name (slug)': 'Not a slug' },
        says: ['Slug may only contain lowercase letters, digits and hyphens'],
      },
    ],
  },
  {
    name: 'quick event',
    who: 'photographer',
    path: '/admin/gallery/create',
    open: 'New event',
    submit: 'Create event',
    tries: [
      { fill: { 'Event date': '' }, says: ['Name is required', 'Date is required'] },
      { fill: { 'Event date': past }, says: ['The date cannot be in the past'] },
    ],
  },
  {
    name: 'quick photographer',
    who: 'admin',
    path: '/admin/gallery/create',
    open: 'New photographer',
    submit: 'Create photographer',
    tries: [
      {
        fill: {},
        says: [
          'First name is required',
          'Last name is required',
          'Email is required',
          'Password is required',
        ],
      },
      {
        fill: { Email: 'nowhere', 'Initial password': 'short', 'Confirm password': 'other' },
        says: [
          'Please enter a valid email address',
          'Password must be at least 8 characters',
          'Passwords do not match',
        ],
      },
    ],
  },
  {
    name: 'create gallery',
    who: 'photographer',
    path: '/admin/gallery/create',
    submit: 'Create gallery',
    tries: [{ fill: {}, says: ['Name is required', 'Event is required'] }],
  },
  {
    name: 'register',
    who: 'nobody',
    path: '/register',
    submit: 'Create Account',
    tries: [
      {
        fill: {
          'Full name': 'A',
          Username: 'ab',
          Email: 'nowhere',
          Password: 'short',
          'Confirm password': 'other',
        },
        says: [
          'Username must be at least 3 characters',
          'Please enter a valid email address',
          'Password must be at least 8 characters',
          'Passwords do not match',
        ],
      },
    ],
  },
  {
    name: 'register by invitation',
    who: 'nobody',
    path: '/invitation#token',
    submit: 'Create account and join',
    tries: [
      {
        fill: { 'Full name': '', Email: '' },
        says: ['Full name is required', 'Email is required', 'Password is required'],
      },
    ],
  },
];

const sentByItself = ['users.updateLanguage', 'invitations.check'];

/** The only event there is would be chosen already. */
const events = sampleAnswer('events', 'list');
const [event] = events.events;
const twoEvents = { ...events, events: [event!, { ...event!, id: 'id-2' }], total: 2 };
const noPastEvents = sampleAnswer('installationSettings', 'public', {
  allow_past_events: false,
  registration: 'open',
});

const button = async (name: string) =>
  (await screen.findAllByRole('button', { name }, { timeout: 60_000 }))[0] as HTMLElement;
const field = (form: HTMLElement, label: string) =>
  within(form).getByLabelText(new RegExp(`^${label.replace(/[()]/g, '\\$&')}( \\*)?$`));

async function replace(user: UserEvent, into: HTMLElement, text: string): Promise<void> {
  await user.clear(into);
  if (text) await write(user, into, text);
}

test.each(forms)(
  'the form “$name” says in its own words what is missing or wrong, and sends nothing',
  async ({ who, path, open, submit, tries }) => {
    const { server, user } = renderApp(path, {
      as: who === 'nobody' ? undefined : userWith(who),
      answers: { events: { list: twoEvents }, installationSettings: { public: noPastEvents } },
    });
    if (open) await user.click(await button(open));
    else await button(submit);
    const form = open
      ? await screen.findByRole('dialog')
      : (document.querySelector('main form, form') as HTMLElement);
    for (const { fill, says } of tries) {
      for (const [label, text] of Object.entries(fill)) await replace(user, field(form, label), text);
      await user.click(within(form).getByRole('button', { name: submit }));
      for (const sentence of says) expect(await within(form).findByText(sentence)).toBeVisible();
      expect(form.querySelector('[aria-invalid="true"]')).toHaveFocus();
    }
    const sent = server.calls.filter(({ isQuery, path }) => !isQuery && !sentByItself.includes(path));
    expect(sent).toEqual([]);
  },
);

afterEach(() => act(() => changeLanguage('en')));

test.each([
  ['en', en],
  ['de', de],
] as const)(
  'registering asks for every field before it lets anything be sent, %s',
  async (language, words) => {
    await changeLanguage(language);
    const { user } = renderApp('/register', { answers: { installationSettings: { public: noPastEvents } } });
    const submit = await button(words.register.submit);
    for (const name of ['full_name', 'username', 'email', 'password', 'confirm', 'full_name'] as const) {
      expect(submit).toBeDisabled();
      await user.click(screen.getByLabelText(words.register[name]));
    }
    for (const name of ['Full name', 'Username', 'Email', 'Password'] as const)
      expect(await screen.findByText(words.validation[`${name} is required`])).toBeVisible();
    expect(screen.getByText(words.validation['Please confirm your password'])).toBeVisible();
  },
);

test('a name that is already taken is reported at its field', async () => {
  const { user } = renderApp('/register', {
    answers: {
      auth: { register: new Failure('username_taken', 409) },
      installationSettings: { public: noPastEvents },
    },
  });
  const submit = await button('Create Account');
  const fill = {
    'Full name': 'Anna Berg',
    Username: 'anna',
    Email: 'anna.berg@example.org',
    Password: 'long enough',
    'Confirm password': 'long enough',
  };
  for (const [label, text] of Object.entries(fill)) await write(user, screen.getByLabelText(label), text);
  await user.click(submit);
  expect(await screen.findByText('This username is already taken.')).toBeVisible();
  expect(screen.getByLabelText('Username')).toHaveAccessibleDescription('This username is already taken.');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a double click creates one thing, and what left the screen is no longer chosen', async () => {
  const named = (name: string, id: string) => ({ ...event!, id, name });
  const both = [named('Spring cup', 'id-1'), named('Autumn cup', 'id-2')];
  const { server, user } = renderApp('/events', {
    as: userWith('admin'),
    answers: {
      events: {
        list: ((input: { search?: string } | undefined) => {
          const found = JSON.stringify(input ?? {}).includes('Autumn') ? both.slice(1) : both;
          return { ...events, events: found, total: found.length };
        }) as never,
      },
    },
  });
  await user.click(await button('Create event'));
  const form = await screen.findByRole('dialog', { name: 'Create event' });
  await write(user, within(form).getByRole('textbox', { name: 'Name' }), 'Twice');
  await write(user, within(form).getByLabelText(/^Event date/), '2099-01-01');
  await user.dblClick(within(form).getByRole('button', { name: 'Create event' }));
  expect(await screen.findByText(/was created\.$/)).toBeVisible();
  expect(server.inputsOf('events.create')).toHaveLength(1);
  expect(await screen.findByRole('link', { name: 'Create gallery' })).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select Spring cup' }));
  expect(await screen.findByRole('region', { name: 'Selection' })).toBeVisible();
  await write(user, screen.getByRole('searchbox'), 'Autumn');
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
});
