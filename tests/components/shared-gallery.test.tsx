import { screen } from '@testing-library/react';
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
