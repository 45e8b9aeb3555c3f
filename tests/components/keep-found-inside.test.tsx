import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const found = sampleAnswer('myPhotos', 'photos');
const photo = (id: string, person_id: string, certainty: 'confirmed' | 'probable') => ({
  ...found.photos[0]!,
  id,
  person_id,
  certainty,
});
const photos = [photo('a', 'p1', 'probable'), photo('b', 'p1', 'probable'), photo('c', 'p2', 'confirmed')];
const member = { ...sampleAnswer('myPhotos', 'family').members[0]!, id: 'lina', find: 'yes' as const };

const open = (outside: 'yes' | 'no') =>
  renderApp('/my-photos', {
    as: userWith(),
    answers: {
      myPhotos: {
        hasFamily: { status: 'known', asked: [] },
        family: { members: [{ ...member, name: 'Lina', outside }] },
        photos: { ...found, photos, total: photos.length, unconfirmed: 2 },
        answer: sampleAnswer('myPhotos', 'answer', { earlier: null }),
      },
    },
  });

test('who refused to be shown outside confirms the photos that were found, and takes it back', async () => {
  const { server, user } = open('no');
  await screen.findByText('2 photos that were found may still be seen outside');
  await user.click(screen.getByRole('button', { name: /^Yes, these show/ }));
  await waitFor(() =>
    expect(server.inputsOf('myPhotos.answer')).toEqual([{ id: 'lina', person_id: 'p1', answer: 'yes' }]),
  );
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(server.inputsOf('myPhotos.takeBackAnswer')).toEqual([
      { id: 'lina', person_id: 'p1', earlier: null },
    ]),
  );
});

test('others are not asked', async () => {
  open('yes');
  await screen.findByRole('button', { name: 'Select photos' });
  expect(screen.queryByText(/may still be seen outside/)).toBeNull();
});

test('a page without photos asks again, because somebody may be naming people', async () => {
  const none = { ...found, photos: [], total: 0, unconfirmed: 0 };
  let shown: typeof found = none;
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
  });
  renderApp('/my-photos', {
    as: userWith(),
    answers: {
      myPhotos: {
        hasFamily: { status: 'known', asked: [] },
        family: { members: [{ ...member, name: 'Lina', outside: 'yes' }] },
        photos: () => shown,
      },
    },
  });
  await screen.findByText(/^No photos of .* yet$/);
  shown = { ...found, photos, total: photos.length };
  await vi.advanceTimersByTimeAsync(21_000);
  await screen.findByRole('button', { name: 'Select photos' });
});

afterEach(() => vi.useRealTimers());
