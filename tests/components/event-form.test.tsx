import { cleanup, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { createEventInput, updateEventInput } from '#server/contract/schemas/events.ts';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith, write } from './support/render.tsx';

const stored = sampleAnswer('events', 'get', { slug: 'summer-cup', event_date: '2099-06-01' });
/** Other values than those stored, by the label of the field. */
const typed: Record<string, [field: string, text: string]> = {
  Name: ['name', 'Winter cup'],
  'Short name (slug)': ['slug', 'cup-of-2099'],
  'Event date': ['event_date', '2099-12-24'],
  Location: ['location', 'Sports hall'],
  Description: ['description', 'With soup.'],
};
/** Chosen at an event's other tab. */
const elsewhere = ['id', 'club_ids', 'seen'];

const field = (form: HTMLElement, label: string) =>
  within(form).getByLabelText(new RegExp(`^${label.replace(/[()]/g, '\\$&')}( \\*)?$`));

async function fill(user: UserEvent, form: HTMLElement): Promise<void> {
  for (const [label, [, text]] of Object.entries(typed)) {
    await user.clear(field(form, label));
    await write(user, field(form, label), text);
  }
}

const sent = Object.fromEntries(Object.values(typed));
const seen = Object.fromEntries(Object.keys(sent).map((name) => [name, stored[name as 'slug']]));

const dialog = async (user: UserEvent, opener: RegExp) => {
  await user.click((await screen.findAllByRole('button', { name: opener }))[0] as HTMLElement);
  return screen.findByRole('dialog');
};

test('every field that an event is written by has its field in the forms', () => {
  const written = new Set([...Object.keys(createEventInput.shape), ...Object.keys(updateEventInput.shape)]);
  expect([...written].filter((name) => !elsewhere.includes(name)).sort()).toEqual(Object.keys(sent).sort());
});

describe.each([
  ['the dialog of the list', '/events', (user: UserEvent) => dialog(user, /^Edit /)],
  [
    'the page of the event',
    '/events/id-1/manage',
    async (user: UserEvent) => {
      await user.click(await screen.findByRole('button', { name: 'Edit' }));
      return screen.getByRole('textbox', { name: 'Name' }).closest('form') as HTMLElement;
    },
  ],
])('%s', (_name, path, open) => {
  const answers = {
    events: { get: stored, list: sampleAnswer('events', 'list', { events: [stored] }) },
  };

  test('shows every field as it is stored, and sends each that was changed', async () => {
    const { user, server } = renderApp(path, { as: userWith('photographer'), answers });
    const form = await open(user);
    for (const [label, [name]] of Object.entries(typed))
      expect(field(form, label), label).toHaveValue(stored[name as 'slug']);
    await fill(user, form);
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await screen.findByText(/was saved/);
    expect(server.inputsOf('events.update')).toEqual([{ id: stored.id, ...sent, seen }]);
    cleanup();
  });
});

test('a new event is sent with every field; its short name follows from its name until it is typed', async () => {
  const { user, server } = renderApp('/events', { as: userWith('photographer') });
  const form = await dialog(user, /^Create event$/);
  await user.type(field(form, 'Name'), 'Größtes Turnier');
  expect(field(form, 'Short name (slug)')).toHaveValue('groesstes-turnier');
  await fill(user, form);
  await user.type(field(form, 'Name'), '!');
  await user.click(within(form).getByRole('button', { name: 'Create event' }));
  await screen.findByText(/was created/);
  expect(server.inputsOf('events.create')).toMatchObject([{ ...sent, name: 'Winter cup!' }]);
});
