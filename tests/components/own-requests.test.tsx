import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

test('who asked to hide photos of a gallery reads it there and takes it back', async () => {
  const [request] = sampleAnswer('takedowns', 'mine').takedowns;
  const { user, server } = renderApp('/gallery/gallery-1', {
    as: userWith('member'),
    answers: {
      takedowns: { mine: { takedowns: [{ ...request!, id: 'r', photo_count: 2, hides: true }] } },
    },
  });
  expect(await screen.findByText('You asked to hide 2 photos.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo: You asked to hide 2 photos' }));
  await waitFor(() => expect(server.inputsOf('takedowns.withdrawOwn')).toEqual([{ id: 'r' }]));
  expect(await screen.findByText('The photos are shown again.')).toBeVisible();
});
