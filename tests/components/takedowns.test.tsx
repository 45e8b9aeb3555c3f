import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import AskSharedTakedown from '#client/app/routes/opened-share-link/ask-shared-takedown.tsx';
import AskSharedTakedowns from '#client/app/routes/opened-share-link/ask-shared-takedowns.tsx';
import { Failure, sampleAnswer } from './support/fake-server.ts';
import { renderApp, renderPart, userWith } from './support/render.tsx';

test('a hidden photo says which gallery shows the same file, and is hidden there with one press', async () => {
  const sample = sampleAnswer('takedowns', 'ofGallery');
  const same_file = [
    { photo_id: 'one', gallery_id: 'second', gallery_name: 'Second half' },
    { photo_id: 'two', gallery_id: 'third', gallery_name: 'Party' },
  ];
  const { user, server } = renderApp('/gallery/id-1/takedowns', {
    as: userWith('photographer'),
    answers: {
      takedowns: {
        ofGallery: { ...sample, takedowns: [{ ...sample.takedowns[0]!, same_file }] },
        hide: { ok: true },
      },
    },
  });
  expect(await screen.findByText('Second half shows the same file.')).toBeVisible();
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Hide it in Party, too' }));
  expect(server.inputsOf('takedowns.hide')).toEqual([{ id: 'two' }]);
  expect(await screen.findByText('Hidden in Party, too.')).toBeVisible();
});

test('who asks to hide a photo that somebody has just hidden reads that it is', async () => {
  const [photo] = sampleAnswer('openedShareLink', 'photos').photos;
  const close = vi.fn();
  const props = { token: 't', unlock: '', photo: photo!, onPasswordRequired: close, onClose: close };
  const { user } = renderPart(<AskSharedTakedown {...props} />, {
    answers: { takedowns: { askByLink: new Failure('takedown_in_force', 409) } },
  });
  await user.click(await screen.findByRole('button', { name: 'Hide this photo' }));
  expect(await screen.findByText('The photo is hidden.')).toBeVisible();
  expect(close).toHaveBeenCalledOnce();
});

test('23 selected photos of a link are asked about in two requests, and the words speak of several', async () => {
  const ids = Array.from({ length: 23 }, (_, i) => `photo-${i}`);
  const close = vi.fn();
  const props = { token: 't', unlock: '', photoIds: ids, onAsked: close, onPasswordRequired: close };
  const answer = sampleAnswer('takedowns', 'askSeveralByLink');
  const { user, server } = renderPart(<AskSharedTakedowns {...props} onClose={close} />, {
    answers: { takedowns: { askSeveralByLink: { ...answer, hides: true } } },
  });
  await user.click(await screen.findByRole('button', { name: 'Hide these photos' }));
  expect(await screen.findByText('The photos are hidden.')).toBeVisible();
  const inputs = server.inputsOf('takedowns.askSeveralByLink') as { photo_ids: string[] }[];
  expect(inputs.map(({ photo_ids }) => photo_ids.length)).toEqual([20, 3]);
});

test.each([
  [true, 'Show all again', 'Keep all hidden'],
  [false, 'Keep visible', 'Hide'],
])('a request for several photos (hiding: %s) is decided together', async (hides, show, keep) => {
  const sample = sampleAnswer('takedowns', 'ofGallery');
  const of = { ...sample.takedowns[0]!, hides, together: 2, cause: null, decided: null, asked_by: 'Ada' };
  const { user, server } = renderApp('/gallery/id-1/takedowns', {
    as: userWith('photographer'),
    answers: {
      takedowns: {
        ofGallery: {
          ...sample,
          takedowns: [
            { ...of, id: 'one' },
            { ...of, id: 'two' },
          ],
        },
        decide: { ok: true },
      },
    },
  });
  await user.type(await screen.findByLabelText(/A sentence to the person/), 'So');
  expect(screen.getByRole('button', { name: keep })).toBeVisible();
  await user.click(screen.getByRole('button', { name: show }));
  expect(server.inputsOf('takedowns.decide')).toMatchObject([
    { takedown_id: 'one', decision: 'declined', together: true },
  ]);
});
