import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Failure, sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith, write } from './support/render.tsx';

const club = sampleAnswer('clubs', 'get', { name: 'Rowers', description: 'old' });

test('a form that somebody else was faster than keeps what was typed, and can load what is saved', async () => {
  const { user, server } = renderApp(`/clubs/${club.id}/manage`, {
    as: userWith('admin'),
    answers: { clubs: { get: club, update: new Failure('edit_conflict', 409) } },
  });
  await user.click(await screen.findByRole('button', { name: /^Edit/ }));
  const dialog = await screen.findByRole('dialog');
  const field = within(dialog).getByLabelText('Description');
  await user.clear(field);
  await write(user, field, 'mine');
  // It is fetched again while the form is open.
  server.answer('clubs.get', { ...club, description: 'theirs', sport_type: 'Rowing' });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(server.inputsOf('clubs.update')).toEqual([
    { id: club.id, description: 'mine', seen: { description: 'old' } },
  ]);
  await within(dialog).findByText(/Somebody else has changed this since you opened it/);
  expect(field).toHaveValue('mine');

  await user.click(within(dialog).getByRole('button', { name: 'Load what is saved now' }));
  await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('theirs'));
  expect(screen.queryByText(/Somebody else/)).toBeNull();

  server.answer('clubs.update', { ...club, description: 'both' });
  await user.clear(screen.getByLabelText('Description'));
  await write(user, screen.getByLabelText('Description'), 'both');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.inputsOf('clubs.update').at(-1)).toEqual({
      id: club.id,
      description: 'both',
      seen: { description: 'theirs' },
    }),
  );
});

test('a form that is open while its record is fetched again sends no old values', async () => {
  const { user, server } = renderApp(`/clubs/${club.id}/manage`, {
    as: userWith('admin'),
    answers: { clubs: { get: club, update: club } },
  });
  await user.click(await screen.findByRole('button', { name: /^Edit/ }));
  const dialog = await screen.findByRole('dialog');
  server.answer('clubs.get', { ...club, description: 'theirs' });
  window.dispatchEvent(new Event('visibilitychange'));
  const name = within(dialog).getByLabelText(/^Name/);
  await user.clear(name);
  await write(user, name, 'Rowers 1900');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.inputsOf('clubs.update')).toEqual([
      { id: club.id, name: 'Rowers 1900', seen: { name: 'Rowers' } },
    ]),
  );
});
