import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FoundPhotosPage, SearchScope } from '#server/contract/schemas/my-photos.ts';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const sample = sampleAnswer('myPhotos', 'photos');
const found = (...ids: string[]): FoundPhotosPage => ({
  ...sample,
  photos: ids.map((id) => ({
    ...sample.photos[0]!,
    id,
    event_id: `event of ${id}`,
    event_name: `Cup of ${id}`,
  })),
  total: ids.length,
  galleries: ids.length,
  unconfirmed: 0,
  new_photos: 0,
});
const [member] = sampleAnswer('myPhotos', 'family').members;
const [question] = sampleAnswer('myPhotos', 'questions').questions;

const open = (byScope: Record<SearchScope, FoundPhotosPage>) =>
  renderApp('/my-photos', {
    as: userWith(),
    answers: {
      myPhotos: {
        hasFamily: { status: 'known', asked: [] },
        family: { members: [{ ...member!, find: 'yes', outside: 'yes' }] },
        photos: ({ scope = 'own' }: { scope?: SearchScope }) => byScope[scope],
        questions: ({ scope = 'own' }: { scope?: SearchScope }) => ({
          questions: scope === 'public' ? [{ ...question!, gallery_name: 'Elsewhere' }] : [],
        }),
      },
    },
  });

test('photos and questions of public galleries follow those of one’s own', async () => {
  const { server, user } = open({ own: found('a'), public: found('b', 'c') });
  await screen.findByText('Also in 2 public galleries of other clubs');
  await user.click(await screen.findByRole('button', { name: /question/ }));
  await screen.findByText(/Elsewhere/);
  expect(server.inputsOf('myPhotos.photos')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ scope: 'own' }),
      expect.objectContaining({ scope: 'public' }),
    ]),
  );
});

test('where there is nothing in either, it is said once both have answered', async () => {
  open({ own: found(), public: found() });
  await screen.findByText(/^No photos of/);
  expect(screen.queryByText(/Also in/)).toBeNull();
});
