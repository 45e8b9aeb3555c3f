import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

test('a gallery that was saved is shown', async () => {
  const gallery = sampleAnswer('galleries', 'get');
  const { user } = renderApp(`/admin/gallery/${gallery.id}/manage`, {
    as: userWith('photographer'),
    answers: { galleries: { get: gallery, update: { ...gallery, name: 'Cup' } } },
  });
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Cup');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(location.pathname).toBe(`/gallery/${gallery.id}`));
  expect(await screen.findByText('The gallery was saved.')).toBeInTheDocument();
});

test('a photo that was shown again can be opened, to hide it once more', async () => {
  const sample = sampleAnswer('takedowns', 'ofGallery');
  const [takedown] = sample.takedowns;
  const shown = { ...takedown!, decided: 'declined' as const, cause: null, together: 1 };
  renderApp('/gallery/id-1/takedowns', {
    as: userWith('photographer'),
    answers: { takedowns: { ofGallery: { ...sample, takedowns: [shown] } } },
  });
  const link = await screen.findByRole('link', { name: 'Open the photo, where it can be hidden again' });
  expect(link).toHaveAttribute('href', `/gallery/id-1?photo=${shown.photo.id}`);
});

test('the history names both who were kept apart', async () => {
  const history = sampleAnswer('galleryPeople', 'history');
  const [decision] = history.decisions;
  const kept = { ...decision!, kind: 'kept_apart' as const, person_number: 2, other_number: 7 };
  const { user } = renderApp('/gallery/id-1', {
    as: userWith('photographer'),
    answers: {
      galleryPeople: {
        history: { decisions: [{ ...kept, person_name: '', other_name: '' } as typeof kept], total: 1 },
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit people' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'People in this gallery' }));
  await user.click(dialog.getByRole('tab', { name: 'History' }));
  expect(await dialog.findByText('Marked as different people: Person 2 and Person 7')).toBeVisible();
});
