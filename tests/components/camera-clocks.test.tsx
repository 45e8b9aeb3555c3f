import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const question = { camera: 'Nikon Z6', reference: 'Canon EOS R6', late_by_s: 3612 };
const gallery = sampleAnswer('galleries', 'get');
const openWith = (
  path: string,
  facts: Partial<typeof gallery>,
  corrected: { camera: string; late_by_s: number }[] = [],
) =>
  renderApp(`${path}`, {
    as: userWith('photographer'),
    answers: {
      galleries: { get: { ...gallery, ...facts } },
      cameraClocks: {
        get: { question, corrected },
        answer: { question: null, corrected: [] },
        undo: { question: null, corrected: [] },
      },
    },
  });

test('where one camera made the photos nothing is asked', async () => {
  const { server } = openWith('/gallery/id-1', { has_cameras: false });
  await screen.findByRole('button', { name: 'Select photos' });
  expect(server.inputsOf('cameraClocks.get')).toEqual([]);
});

test('editors are asked about clocks that differ, and may take the answer back', async () => {
  const { server, user } = openWith('/gallery/id-1', { has_cameras: true });
  await screen.findByText(/^The clock of Nikon Z6 seems 1.hr 12.sec behind that of Canon EOS R6\.$/);
  await user.click(screen.getByRole('button', { name: 'Correct Nikon Z6' }));
  await waitFor(() =>
    expect(server.inputsOf('cameraClocks.answer')).toEqual([{ id: gallery.id, question, wrong: 'camera' }]),
  );
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(server.inputsOf('cameraClocks.undo')).toEqual([{ id: gallery.id, camera: 'Nikon Z6' }]);
});

test('a corrected clock stands with the settings of the gallery, with the way back', async () => {
  const { server, user } = openWith('/admin/gallery/id-1/manage', { has_cameras: true }, [
    { camera: 'Nikon Z6', late_by_s: -60 },
  ]);
  await screen.findByText(/^Photos of Nikon Z6 are shown 1.min earlier than their files say\.$/);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(server.inputsOf('cameraClocks.undo')).toEqual([{ id: gallery.id, camera: 'Nikon Z6' }]);
});
