import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const gallery = sampleAnswer('galleries', 'get');
const openWith = (facts: Partial<typeof gallery>) =>
  renderApp(`/admin/gallery/${gallery.id}/manage`, {
    as: userWith('admin'),
    answers: { galleries: { get: { ...gallery, ...facts } } },
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
