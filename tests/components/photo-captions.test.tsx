import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const openDetails = async (edits: boolean, shows_captions: boolean) => {
  const gallery = sampleAnswer('galleries', 'get');
  const [photo] = sampleAnswer('photos', 'list').photos;
  const { server, user } = renderApp(`/gallery/${gallery.id}?photo=${photo!.id}`, {
    as: userWith(),
    answers: {
      galleries: {
        get: { ...gallery, shows_captions, permissions: { ...gallery.permissions, can_edit_people: edits } },
      },
      photos: { list: { photos: [photo!], total: 1 } },
    },
  });
  await screen.findByText('1 / 1');
  await user.keyboard('i');
  await screen.findByText('Added');
  return server;
};

test('editors read all that a file says, readers the caption where it is shown', async () => {
  const server = await openDetails(false, true);
  expect(await screen.findByText('Caption')).toBeVisible();
  expect(screen.queryByText('Keywords')).toBeNull();
  expect(server.inputsOf('photos.metadata')).toEqual([]);
});

test('nothing is asked for readers otherwise', async () => {
  const server = await openDetails(false, false);
  expect(screen.queryByText('Caption')).toBeNull();
  expect(server.inputsOf('photos.caption')).toEqual([]);
});

test('editors read captions with everything else', async () => {
  const server = await openDetails(true, true);
  await waitFor(() => expect(screen.getByText('Keywords')).toBeVisible());
  expect(server.inputsOf('photos.caption')).toEqual([]);
});
