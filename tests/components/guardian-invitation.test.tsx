import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const invitation = sampleAnswer('invitations', 'check', {
  ...{ inviter_name: 'Petra Adler', role: 'member', for_guardian: true, accepted: false },
});

test.each([
  ['a member', [invitation.club.id], 'The club asks you as a child’s guardian.'],
  ['nobody of the club', [], 'Petra Adler invites you as a child’s guardian to become a member.'],
])('an invitation for a guardian tells %s what it is for', async (_who, clubs, text) => {
  const user = userWith('member');
  const [sample] = sampleAnswer('auth', 'me').clubs;
  renderApp('/invitation#token', {
    as: { ...user, clubs: clubs.map((id) => ({ ...sample!, id })) },
    answers: { invitations: { check: invitation } },
  });
  expect(await screen.findByText(text)).toBeVisible();
});
