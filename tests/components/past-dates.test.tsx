import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith, write } from './support/render.tsx';

test('an administrator allows past dates in the form as soon as one is chosen, and goes on', async () => {
  const allows = (allow_past_events: boolean) =>
    sampleAnswer('installationSettings', 'public', { allow_past_events });
  const { server, user } = renderApp('/events', {
    as: userWith('admin'),
    answers: { installationSettings: { public: allows(false) } },
  });
  await user.click((await screen.findAllByRole('button', { name: 'Create event' }))[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Create event' }));
  await write(user, dialog.getByRole('textbox', { name: 'Name' }), 'Night cup');
  await write(user, dialog.getByLabelText(/^Event date/), '2020-02-03');
  expect(dialog.getByText('The date cannot be in the past')).toBeVisible();
  server.answer('installationSettings.public', allows(true));
  await user.click(dialog.getByRole('switch', { name: 'Allow events in the past, for everybody here' }));
  expect(server.inputsOf('installationSettings.update')).toEqual([{ allow_past_events: true }]);
  await waitFor(() => expect(dialog.queryByText('The date cannot be in the past')).toBeNull());
  await user.click(dialog.getByRole('button', { name: 'Create event' }));
  await waitFor(() =>
    expect(server.inputsOf('events.create')).toMatchObject([{ event_date: '2020-02-03', name: 'Night cup' }]),
  );
});

test.each([
  ['past', '/events', '?status=past'],
  ['upcoming', '/events?status=past', ''],
])('who creates an event of status %s comes back to a list that shows it', async (when, from, search) => {
  const made = { id: 'made', name: 'Night cup', is_past: when === 'past' };
  const event = sampleAnswer('events', 'get', made);
  const { user } = renderApp(from, {
    as: userWith('admin'),
    answers: {
      installationSettings: {
        public: sampleAnswer('installationSettings', 'public', { allow_past_events: true }),
      },
      events: { create: sampleAnswer('events', 'create', made), get: event },
    },
  });
  await user.click((await screen.findAllByRole('button', { name: 'Create event' }))[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Create event' }));
  await write(user, dialog.getByRole('textbox', { name: 'Name' }), made.name);
  await write(user, dialog.getByLabelText(/^Event date/), '2020-02-03');
  await user.click(dialog.getByRole('button', { name: 'Create event' }));
  await screen.findByRole('heading', { name: made.name });
  expect(window.location.pathname).toBe('/events/made/manage');
  window.history.back();
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe(`/events${search}`));
  window.history.forward();
  await screen.findByRole('heading', { name: made.name });
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe(`/events${search}`));
});

test('a link cannot be given a last day that is over', async () => {
  const [link] = sampleAnswer('shareLinks', 'list').links;
  const { server, user } = renderApp('/admin/gallery/id-1/manage', {
    as: userWith('photographer'),
    answers: { shareLinks: { list: { links: [{ ...link!, expires_at: null }], asked: [] } } },
  });
  const says = 'The day cannot be in the past';
  await user.click(await screen.findByRole('button', { name: 'Share links' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share links' }));
  await user.click(await dialog.findByRole('button', { name: 'set a last day' }));
  await write(user, dialog.getByLabelText('Last day'), '2020-02-03');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(says)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: /^Edit / }));
  await write(user, dialog.getByLabelText(/^Valid until/), '2020-02-03');
  expect(dialog.queryByText(says)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(says)).toBeVisible();
  expect(server.inputsOf('shareLinks.update')).toEqual([]);
});
