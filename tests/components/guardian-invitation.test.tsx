import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const invitation = sampleAnswer('invitations', 'check', {
  ...{ inviter_name: 'Petra Adler', role: 'member', for_guardian: true, accepted: false, email: null },
});

test.each([
  [
    'a member',
    [invitation.club.id],
    'The club asks you as a child’s guardian.',
    /^You confirm that .* on your slip\.$/,
  ],
  [
    'nobody of the club',
    [],
    'Petra Adler invites you as a child’s guardian to become a member.',
    /^By joining you confirm that .* on your slip\.$/,
  ],
])('an invitation for a guardian tells %s what it is for', async (_who, clubs, text, confirms) => {
  const user = userWith('member');
  const [sample] = sampleAnswer('auth', 'me').clubs;
  renderApp('/invitation#token', {
    as: { ...user, clubs: clubs.map((id) => ({ ...sample!, id })) },
    answers: { invitations: { check: invitation } },
  });
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText(confirms)).toBeVisible();
});

test('a slip for another child opens the photos of that child', async () => {
  const joined = sampleAnswer('invitations', 'accept', { guardian: 'confirmed', child_id: 'mia' });
  const { user } = renderApp('/invitation#token', {
    as: userWith('member'),
    answers: { invitations: { check: invitation, accept: joined } },
  });
  await user.click(await screen.findByRole('button', { name: /^Join/ }));
  await waitFor(() => expect(location.pathname + location.search).toBe('/my-photos?tab=mia'));
});
