import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
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

test.each([0, 2])(
  'with %i photos and no picture, one is asked for only where there are none',
  async (total) => {
    renderApp('/my-photos', {
      as: userWith('member'),
      answers: {
        myPhotos: {
          family: { members: [lina, mia] },
          photos: sampleAnswer('myPhotos', 'photos', { total }),
        },
      },
    });
    await screen.findByRole('button', { name: 'More actions for Lina' });
    if (total === 0) expect(await screen.findByRole('button', { name: 'Find by a picture' })).toBeVisible();
    else {
      await screen.findByText('Select photos');
      expect(screen.queryByRole('button', { name: 'Find by a picture' })).toBeNull();
    }
  },
);

test.each([
  [0, true],
  [1, false],
])('with %i pictures of the sibling, a question says why it is asked: %s', async (pictures, isSaid) => {
  const question = sampleAnswer('myPhotos', 'questions').questions[0]!;
  const { user } = renderApp('/my-photos', {
    as: userWith('member'),
    answers: {
      myPhotos: {
        family: { members: [mia, of('Lina', pictures)] },
        photos: sampleAnswer('myPhotos', 'photos', { questions: 1 }),
        questions: { questions: [{ ...question, relative_id: null, is_declined: false }] },
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: '1 question' }));
  expect(await screen.findByRole('heading', { name: 'Is this Mia?' })).toBeVisible();
  const reason = screen.queryByText('As nobody looks for Lina, photos of Mia are asked about more often.');
  expect(reason !== null).toBe(isSaid);
});

test.each([
  [
    4,
    '3 photos are no longer shown for Mia, because they may show Lina. You are asked about them, or find them with Lina.',
  ],
  [
    6,
    '1 photo is no longer shown for Mia, because it may show Lina. You are asked about it, or find it with Lina.',
  ],
  [7, null],
])('where a picture of her leaves %i of 7 photos of the sibling, that is said', async (left, says) => {
  let saved = false;
  const { user } = renderApp('/my-photos?tab=Lina', {
    as: userWith('member'),
    answers: {
      myPhotos: {
        family: { members: [mia, lina] },
        photos: ({ id }: { id: string }) =>
          sampleAnswer('myPhotos', 'photos', { photos: [], total: id === 'Lina' ? 0 : saved ? left : 7 }),
      },
    },
  });
  const others = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const keeps = String(input).endsWith('/my-photos/Lina/references');
    if (!keeps && !String(input).endsWith('/my-photos/find-once')) return others(input, init);
    saved ||= keeps;
    const data = keeps ? { state: 'saved', photos: 2, galleries: 1 } : { state: 'found', photos: [] };
    return new Response(JSON.stringify({ data }), { headers: { 'content-type': 'application/json' } });
  });
  await user.click(await screen.findByRole('button', { name: 'Find by a picture' }));
  await user.upload(
    await screen.findByLabelText('Choose a picture'),
    new File(['face'], 'lina.jpg', { type: 'image/jpeg' }),
  );
  const remember = await screen.findByRole('button', { name: 'Remember for Lina' });
  // Mia may be found by pictures, too; it is Lina's tab that is open.
  expect(screen.getAllByRole('button', { name: /^Remember for/ })).toEqual([remember]);
  await user.click(remember);
  expect(await screen.findByText('Photos of Lina are found from now on')).toBeVisible();
  if (says === null) await waitFor(() => expect(screen.queryByText('Remember for next time?')).toBeNull());
  else expect(await screen.findByText(says)).toBeVisible();
});

test('a tab says that something is asked there, and a request about photos of another child is left to its tab', async () => {
  const question = sampleAnswer('myPhotos', 'questions').questions[0]!;
  const asked = sampleAnswer('takedowns', 'mine').takedowns[0]!;
  const { user } = renderApp('/my-photos', {
    as: userWith('member'),
    answers: {
      takedowns: {
        mine: { takedowns: [{ ...asked, photo_count: 3, hides: true, family_ids: ['Mia'] }] },
      },
      family: { mine: { ...sampleAnswer('family', 'mine'), people: [], claims: [], asked: [] } },
      myPhotos: {
        family: { members: [lina, mia] },
        photos: sampleAnswer('myPhotos', 'photos', { total: 1 }),
        questions: ({ id }: { id: string }) => ({ questions: id === 'Mia' ? [question] : [] }),
      },
    },
  });
  const other = await screen.findByRole('tab', { name: /^Mia/ });
  await waitFor(() => expect(other).toHaveAccessibleName(/1 question/));
  expect(screen.getByRole('tab', { name: /^Lina/ })).not.toHaveAccessibleName(/question/);
  expect(screen.queryByText(/^You asked to hide 3 photos/)).toBeNull();
  await user.click(other);
  expect(await screen.findByText(/^You asked to hide 3 photos/)).toBeVisible();
});
