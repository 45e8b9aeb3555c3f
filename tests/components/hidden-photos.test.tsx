import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Takedown } from '#server/contract/schemas/takedowns.ts';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const sample = sampleAnswer('takedowns', 'ofGallery').takedowns[0]!;
const hidden = (filename: string, fields: Partial<Takedown>): Takedown => ({
  ...{ ...sample, id: filename, photo: { ...sample.photo, filename }, decided: null, decided_at: null },
  ...{ decided_by: null, asked_by: null, share_link: null, reason: '', contact: '', answer: '' },
  ...fields,
});
const open = (...takedowns: Takedown[]) =>
  renderApp('/gallery/gallery-1/takedowns', {
    as: userWith('photographer'),
    answers: { takedowns: { ofGallery: { takedowns, total: takedowns.length } } },
  });

test('photos that one deletion hid are kept hidden in one press, with no word to anybody', async () => {
  const { user, server } = open(
    hidden('a.jpg', { cause: 'family' }),
    hidden('b.jpg', { cause: 'family' }),
    hidden('c.jpg', { cause: 'family', asked_at: '2026-05-18T10:30:00.000Z' }),
    hidden('d.jpg', { cause: null, share_link: 'Parents' }),
  );
  const group = within((await screen.findByRole('heading', { name: '2 hidden photos' })).closest('li')!);
  expect(group.getByText(/: a person was deleted at the family's wish$/)).toBeVisible();
  expect(group.getAllByRole('img').map((each) => each.getAttribute('alt'))).toEqual(['a.jpg', 'b.jpg']);
  expect(group.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('heading', { name: '1 hidden photo' })).toBeVisible();
  expect(screen.getAllByRole('textbox', { name: /^A sentence to the person/ })).toHaveLength(1);
  await user.click(group.getByRole('button', { name: 'Keep all hidden' }));
  expect(await screen.findByText('All stay hidden.')).toBeVisible();
  expect(server.inputsOf('takedowns.decide')).toEqual(
    ['a.jpg', 'b.jpg'].map((takedown_id) => ({ id: 'gallery-1', takedown_id, decision: 'granted' })),
  );
  await user.click(group.getByRole('button', { name: 'Show it again: b.jpg' }));
  expect(server.inputsOf('takedowns.decide').at(-1)).toMatchObject({
    ...{ takedown_id: 'b.jpg', decision: 'declined' },
  });
});

test('of what was hidden before causes were stored, the text says what it may have been', async () => {
  open(hidden('old.jpg', { cause: null }));
  expect(await screen.findByText(/because a person or a club was deleted, or by an account/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Show it again' })).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});
