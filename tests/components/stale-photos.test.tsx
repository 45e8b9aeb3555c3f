import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

test.each([
  [0, 'Nothing is waiting. New photos start by themselves.', '0 in progress'],
  [
    1200,
    '1,200 photos wait to be recognised again',
    '0 in progress · 1,200 photos wait to be recognised again',
  ],
])('with %i photos to be analysed again and nothing queued, that is said', async (stale, list, figure) => {
  renderApp('/admin/face-recognition', {
    as: userWith('admin'),
    answers: {
      recognition: {
        analysesSummary: sampleAnswer('recognition', 'analysesSummary', {
          stale,
          queue_depth: 0,
          processing: 0,
        }),
        activeAnalyses: { jobs: [] },
      },
    },
  });
  expect(await screen.findByText(list)).toBeVisible();
  expect(within(screen.getByLabelText('The last 24 hours')).getByText(figure)).toBeVisible();
});
