import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import AskSharedTakedown from '#client/app/routes/opened-share-link/ask-shared-takedown.tsx';
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
