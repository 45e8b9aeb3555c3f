import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Failure } from './support/fake-server.ts';
import { renderApp, userWith, write } from './support/render.tsx';

const form = () => screen.queryByRole('dialog', { name: 'Create event' });
const question = () => screen.queryByRole('dialog', { name: 'Discard changes?' });

async function openForm(user: UserEvent) {
  await user.click((await screen.findAllByRole('button', { name: 'Create event' }))[0] as HTMLElement);
  return screen.findByRole('dialog', { name: 'Create event' });
}

test('a dialog closes at once, and asks first where something was typed', async () => {
  const { user } = renderApp('/events', { as: userWith('photographer') });
  await openForm(user);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(form()).toBeNull());
  const dialog = await openForm(user);
  await write(user, within(dialog).getByRole('textbox', { name: 'Name' }), 'Night cup');
  await user.keyboard('{Escape}');
  await user.click(within(await waitForQuestion()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(question()).toBeNull());
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Night cup');
  await user.keyboard('{Escape}');
  await user.click(within(await waitForQuestion()).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(form()).toBeNull());
});

test('an event that could not be created says why, and keeps what was typed', async () => {
  const { user } = renderApp('/events', {
    as: userWith('photographer'),
    answers: { events: { create: new Failure() } },
  });
  const dialog = await openForm(user);
  await write(user, within(dialog).getByRole('textbox', { name: 'Name' }), 'Night cup');
  await write(user, within(dialog).getByLabelText(/^Event date/), '2099-01-01');
  await user.click(within(dialog).getByRole('button', { name: 'Create event' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Failed to create event');
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Night cup');
});

const waitForQuestion = () => screen.findByRole('dialog', { name: 'Discard changes?' });
