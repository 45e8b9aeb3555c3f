import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp } from './support/render.tsx';

test('visitors read the day of the event', async () => {
  const open = sampleAnswer('openedShareLink', 'open', {
    ...{ scope: 'gallery', event_name: 'Summer party', event_date: '2026-11-21' },
  });
  renderApp('/gallery/shared/token', { answers: { openedShareLink: { open } } });
  expect(await screen.findByText(/Summer party.* · .*21/)).toBeVisible();
});

test('a link is no public view, and where nothing is left to see, nothing is offered to download', async () => {
  const sample = sampleAnswer('openedShareLink', 'open');
  const open = { ...sample, scope: 'gallery' as const, allow_download: true, photo_count: 3 };
  renderApp('/gallery/shared/token', {
    answers: { openedShareLink: { open, photos: { photos: [], total: 0 } } },
  });
  expect(await screen.findByText('Shared by link')).toBeVisible();
  expect(await screen.findByText('No photos yet')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Download all photos' })).toBeNull();
});

test('with a person chosen the count and the download are of their photos', async () => {
  const [person] = sampleAnswer('openedShareLink', 'people').people;
  const { photos } = sampleAnswer('openedShareLink', 'photos');
  const { user, server } = renderApp('/gallery/shared/token?person=p10', {
    answers: {
      openedShareLink: {
        open: sampleAnswer('openedShareLink', 'open', {
          ...{ scope: 'gallery', show_people: true, allow_download: true, photo_count: 28 },
        }),
        people: { people: [{ ...person!, id: 'p10', number: 10 }] },
        // One was hidden after the gallery was opened.
        photos: ({ person_id }: { person_id?: string }) => ({ photos, total: person_id ? 4 : 27 }),
      },
    },
  });
  expect(await screen.findByText('4 of 27 photos')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Download these 4 photos' }));
  await waitFor(() =>
    expect(server.inputsOf('openedShareLink.prepareDownload')).toEqual([
      expect.objectContaining({ person_id: 'p10' }),
    ]),
  );
});

test('a visitor reads in words how to have the open photo hidden', async () => {
  const { photos } = sampleAnswer('openedShareLink', 'photos');
  renderApp(`/gallery/shared/token?photo=${photos[0]!.id}`, {
    answers: {
      openedShareLink: {
        open: sampleAnswer('openedShareLink', 'open', { scope: 'gallery', show_people: false }),
        photos: { photos, total: 1 },
      },
    },
  });
  expect(await screen.findByRole('button', { name: 'Please hide this photo' })).toHaveTextContent(
    'Please hide',
  );
});
