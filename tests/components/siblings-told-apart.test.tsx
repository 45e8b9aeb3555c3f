import { screen, waitFor, within } from '@testing-library/react';
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
    if (!String(input).endsWith('/my-photos/Lina/references')) return others(input, init);
    const isTried = (init.body as FormData).has('dry_run');
    saved ||= !isTried;
    const data = { state: isTried ? 'tried' : 'saved', photos: 2, galleries: 1 };
    return new Response(JSON.stringify({ data }), { headers: { 'content-type': 'application/json' } });
  });
  await user.click(await screen.findByRole('button', { name: 'Add a picture' }));
  await user.upload(
    await screen.findByLabelText('Choose a picture'),
    new File(['face'], 'lina.jpg', { type: 'image/jpeg' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Use this picture' }));
  expect(await screen.findByText('Photos of Lina are found from now on')).toBeVisible();
  if (says === null) expect(screen.queryByRole('dialog')).toBeNull();
  else {
    expect(await screen.findByText(says)).toBeVisible();
    await user.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' }).at(-1)!);
    await waitFor(() => expect(screen.queryByText(says)).toBeNull());
  }
});
