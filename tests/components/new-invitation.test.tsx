import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

test('a new invitation is shown without what would end it; from the list it can be withdrawn', async () => {
  const club = sampleAnswer('clubs', 'get');
  const list = sampleAnswer('invitations', 'list');
  const [sample] = list.invitations;
  const made = {
    ...{ ...sample!, state: 'open' as const, max_uses: 1 },
    ...{ first_name: 'Ada', last_name: 'Berg', guardian_of: null },
  };
  const { user } = renderApp(`/clubs/${club.id}/manage?tab=invitations`, {
    as: userWith('admin'),
    answers: { clubs: { get: club }, invitations: { create: made, list: { ...list, invitations: [made] } } },
  });
  await user.click(await screen.findByRole('button', { name: 'Invite one person' }));
  const form = within(await screen.findByRole('dialog'));
  await user.type(form.getByRole('textbox', { name: /^First name/ }), 'Ada');
  await user.type(form.getByRole('textbox', { name: /^Last name/ }), 'Berg');
  await user.click(form.getByRole('button', { name: 'Create invitation' }));
  const copy = await screen.findByRole('button', { name: 'Copy link' });
  expect(copy).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  // A link that works once is handed to one person: nobody hangs it up.
  expect(screen.getByRole('button', { name: 'Print slip' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Print poster/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: /^Link and code for Ada Berg/ }));
  expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeVisible();
});

test('an accepted invitation for a guardian says what became of the question, and nothing is offered for open ones', async () => {
  const club = sampleAnswer('clubs', 'get');
  const [sample] = sampleAnswer('invitations', 'list').invitations;
  const states = ['asked', 'claimed', 'confirmed', 'ended', null] as const;
  const invitations = states.map((guardian_state, i) => ({
    ...{ ...sample!, id: `i${i}`, state: 'used' as const, max_uses: 1, uses: 1 },
    ...{ guardian_of: guardian_state && 'Tim Adler', guardian_state, accepted_name: 'Petra Adler' },
  }));
  renderApp(`/clubs/${club.id}/manage?tab=invitations`, {
    as: userWith('admin'),
    answers: {
      clubs: { get: club },
      invitations: {
        list: ({ state }: { state?: string }) =>
          state === 'open' ? { invitations: [], total: 0 } : { invitations, total: invitations.length },
      },
    },
  });
  expect(await screen.findByText('Petra Adler, no answer yet')).toBeVisible();
  for (const said of ['Petra Adler, guardian', 'Petra Adler, not a guardian', 'Petra Adler'])
    expect(screen.getByText(said)).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Invitations' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Print all open slips' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
