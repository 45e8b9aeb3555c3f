import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const openGallery = (has_words: boolean) => {
  const [photo] = sampleAnswer('photos', 'list').photos;
  return renderApp('/gallery/id-1', {
    as: userWith('photographer'),
    answers: {
      galleries: { get: { ...sampleAnswer('galleries', 'get'), has_words } },
      photos: {
        list: ({ search }) =>
          sampleAnswer('photos', 'list', search ? { photos: [], total: 0 } : { photos: [photo!], total: 1 }),
      },
    },
  });
};

test('words of files are searched where there are some', async () => {
  const { server, user } = openGallery(true);
  await user.type(await screen.findByRole('searchbox', { name: 'Search captions and keywords' }), 'cup');
  expect(await screen.findByText('Nothing found')).toBeInTheDocument();
  expect(server.inputsOf('photos.list')).toContainEqual(expect.objectContaining({ search: 'cup' }));
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  await waitFor(() => expect(screen.queryByText('Nothing found')).toBeNull());
});

test('a gallery whose files say nothing has no field for it', async () => {
  openGallery(false);
  await screen.findByRole('button', { name: 'Select photos' });
  expect(screen.queryByRole('searchbox')).toBeNull();
});
