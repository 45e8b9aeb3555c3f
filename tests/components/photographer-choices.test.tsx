import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

test('a photographer may choose a colleague, of the clubs of the gallery or of all', async () => {
  const events = sampleAnswer('events', 'list');
  const photographers = [
    { id: 'id-a', name: 'Of all clubs', club_ids: null },
    { id: 'id-b', name: 'Of this club', club_ids: ['club-1'] },
    { id: 'id-c', name: 'Of another club', club_ids: ['club-2'] },
  ];
  const { user } = renderApp('/admin/gallery/create', {
    as: userWith('photographer'),
    answers: {
      events: { list: { ...events, events: [{ ...events.events[0]!, club_ids: ['club-1'] }], total: 1 } },
      galleries: { photographers: { photographers } },
    },
  });
  await user.click(await screen.findByRole('combobox', { name: /^Photographer/ }));
  await user.keyboard('{ArrowDown}');
  const names = (await screen.findAllByRole('option', { hidden: true })).map(
    ({ textContent }) => textContent,
  );
  expect(names).toEqual(expect.arrayContaining(['Of all clubs', 'Of this club']));
  expect(names).not.toContain('Of another club');
});
