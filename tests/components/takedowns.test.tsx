import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

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
  expect(await screen.findByText('The same file is shown in Second half.')).toBeVisible();
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Hide it in Party, too' }));
  expect(server.inputsOf('takedowns.hide')).toEqual([{ id: 'two' }]);
  expect(await screen.findByText('Hidden in Party, too.')).toBeVisible();
});
