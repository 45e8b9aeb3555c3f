import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const near = (id: string, name: string) => ({ id, name, born_on: '2015-01-01' });

/** Two children of one mother, whom the club is asked to confirm. */
function openClaims(beforeAnswer = async () => {}) {
  const [claim] = sampleAnswer('guardians', 'claims').claims;
  let open = ['Mia', 'Ben'].map((name) => ({
    ...claim!,
    ...{ id: name, name, relation: 'child' as const, user_name: 'Anna Berger', born_on: null },
    near: [near(`our-${name}`, `${name} Berger`)],
  }));
  const club = sampleAnswer('clubs', 'get', {
    permissions: { ...sampleAnswer('clubs', 'get').permissions, can_manage_people: true, can_edit: true },
  });
  return renderApp(`/clubs/${club.id}/manage?tab=people`, {
    as: userWith('admin'),
    answers: {
      clubs: { get: club },
      guardians: {
        claims: () => ({ claims: open, total: open.length }),
        approve: async ({ claim_id }: { claim_id: string }) => {
          open = open.filter(({ id }) => id !== claim_id);
          await beforeAnswer();
          return { club_person_id: `our-${claim_id}`, guardianship_id: 'g' };
        },
      },
    },
  });
}

test('a claim that is confirmed stays in its place, says what is given, and can be taken back', async () => {
  const { user, server } = openClaims();
  expect(await screen.findByText(/the member sees the photos of this person/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^This is our Mia Berger/ }));
  const said = await screen.findByText('Confirmed: Mia Berger. Anna Berger now sees the photos.');
  expect(said).toBeVisible();
  expect(screen.queryByRole('button', { name: /^This is our Mia/ })).toBeNull();
  const ben = screen.getByRole('button', { name: /^This is our Ben/ });
  const mia = screen.getByText('Anna Berger says: “Mia is my child.”');
  // Mia's row still stands before Ben's.
  expect(mia.compareDocumentPosition(ben)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(within(mia.parentElement!).getByText('Confirmed')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Anna Berger is no longer a guardian.')).toBeVisible();
  expect(server.inputsOf('guardians.remove')).toMatchObject([
    { club_person_id: 'our-Mia', guardianship_id: 'g' },
  ]);
});

test('it is said, and can be taken back, also where the row is gone before the answer is here', async () => {
  let answer = () => {};
  const { user } = openClaims(() => new Promise((resolve) => (answer = resolve)));
  await user.click(await screen.findByRole('button', { name: /^This is our Mia Berger/ }));
  await user.click(screen.getByRole('tab', { name: /^Invitations/ }));
  await waitFor(() => expect(screen.queryByText('Anna Berger says: “Mia is my child.”')).toBeNull());
  answer();
  expect(await screen.findByText('Confirmed: Mia Berger. Anna Berger now sees the photos.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  answer();
  expect(await screen.findByText('Anna Berger is no longer a guardian.')).toBeVisible();
});
