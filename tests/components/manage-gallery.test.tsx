/** @module-tag long */
import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, offline, sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const gallery = sampleAnswer('galleries', 'get');
const openWith = (facts: Partial<typeof gallery>, answers: Answers = {}) =>
  renderApp(`/admin/gallery/${gallery.id}/manage`, {
    as: userWith('admin'),
    answers: { galleries: { get: { ...gallery, ...facts } }, ...answers },
  });

test('deleting a gallery stands after all else on its page', async () => {
  openWith({});
  await screen.findByRole('button', { name: 'Save' });
  const buttons = screen.getByRole('main').querySelectorAll('button');
  expect([...buttons].at(-1)).toHaveTextContent('Delete gallery');
});

test.each([
  ['a-photo', /^This photo was chosen as the cover/],
  [null, /^No cover was chosen: the first photo is shown/],
])('the cover photo is shown with the words whether it was chosen (%s)', async (cover_photo_id, text) => {
  openWith({ cover_photo_id, preview_url: '/api/photos/a-photo/thumbnail' });
  expect(await screen.findByRole('img', { name: 'Cover photo' })).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Choose cover photo' })).toBeVisible();
});

test('a gallery is not published later because the connection was lost', async () => {
  const { user, server } = openWith({ visibility: 'private' }, { shareLinks: { check: offline } });
  await user.click(await screen.findByRole('radio', { name: /^Public/ }));
  onlineManager.setOnline(false);
  try {
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/^Failed to update gallery/);
  } finally {
    onlineManager.setOnline(true);
  }
  expect(server.inputsOf('galleries.update')).toEqual([]);
});

test('a photographer who may not edit reads what there is to do, and who shares the gallery', async () => {
  openWith({ permissions: { ...gallery.permissions, can_edit: false } });
  expect(
    await screen.findByText(
      /^Upload photos and choose the cover\. Whoever created the gallery and administrators decide/,
    ),
  ).toBeVisible();
});

const captions = { name: /^Captions for readers/ };
test('captions are shown to readers by a switch, where files say something', async () => {
  const { user, server } = openWith({ has_words: true, shows_captions: false });
  await user.click(await screen.findByRole('switch', captions));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const sent = { id: gallery.id, shows_captions: true, seen: { shows_captions: false } };
  await waitFor(() => expect(server.inputsOf('galleries.update')).toEqual([sent]));
});

test('where files say nothing there is no such switch', async () => {
  openWith({ has_words: false, shows_captions: false });
  await screen.findByRole('button', { name: 'Save' });
  expect(screen.queryByRole('switch', captions)).toBeNull();
});
