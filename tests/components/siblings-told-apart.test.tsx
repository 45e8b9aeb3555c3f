import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const [sample] = sampleAnswer('myPhotos', 'family').members;
const of = (name: string, pictures: number) => ({
  ...sample!,
  id: name,
  name: `${name} Berger`,
  first_name: name,
  find: 'yes' as const,
  is_self: false,
  references: sample!.references.slice(0, pictures),
});
const [lina, mia] = [of('Lina', 0), of('Mia', 1)];

test.each([
  ['no photos, beside a sibling who is looked for', 0, [lina, mia], true],
  ['photos of her, beside a sibling who is looked for', 2, [lina, mia], true],
  ['no photos, and no sibling', 0, [lina], false],
])(
  'with %s, the reason for a picture of her is said: it keeps them apart',
  async (_, total, members, isSaid) => {
    renderApp('/my-photos', {
      as: userWith('member'),
      answers: {
        myPhotos: { family: { members }, photos: sampleAnswer('myPhotos', 'photos', { photos: [], total }) },
      },
    });
    expect(await screen.findByRole('button', { name: 'Add a picture' })).toBeVisible();
    const reason = screen.queryByText(/With a picture of Lina, Mia and Lina are mixed up less often\./);
    expect(reason !== null).toBe(isSaid);
  },
);

test.each([
  [0, true],
  [1, false],
])('with %i pictures of the sibling, a question says why it is asked: %s', async (pictures, isSaid) => {
  const question = sampleAnswer('myPhotos', 'questions').questions[0]!;
  renderApp('/my-photos', {
    as: userWith('member'),
    answers: {
      myPhotos: {
        family: { members: [mia, of('Lina', pictures)] },
        photos: sampleAnswer('myPhotos', 'photos', { questions: 1 }),
        questions: { questions: [{ ...question, relative_id: null, is_declined: false }] },
      },
    },
  });
  expect(await screen.findByRole('heading', { name: 'Is this Mia?' })).toBeVisible();
  const reason = screen.queryByText('As nobody looks for Lina, photos of Mia are asked about more often.');
  expect(reason !== null).toBe(isSaid);
});
