import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ClubTakedown, Takedown } from '#server/contract/schemas/takedowns.ts';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const sample = sampleAnswer('takedowns', 'ofGallery').takedowns[0]!;
const hidden = (filename: string, fields: Partial<Takedown>): Takedown => ({
  ...{ ...sample, id: filename, photo: { ...sample.photo, filename }, decided: null, decided_at: null },
  ...{ decided_by: null, asked_by: null, share_link: null, reason: '', contact: '', answer: '', together: 1 },
  ...fields,
});
const open = (hash: string, ...takedowns: Takedown[]) =>
  renderApp(`/gallery/gallery-1/takedowns${hash}`, {
    as: userWith('photographer'),
    answers: { takedowns: { ofGallery: { takedowns, total: takedowns.length } } },
  });

test('photos that one deletion hid are kept hidden in one press, with no word to anybody', async () => {
  const { user, server } = open(
    '',
    hidden('c.jpg', { cause: 'family', asked_at: '2026-05-18T10:30:00.000Z' }),
    hidden('d.jpg', { cause: null, share_link: 'Parents' }),
    hidden('a.jpg', { cause: 'family', together: 602 }),
    hidden('b.jpg', { cause: 'family', together: 602 }),
  );
  const group = within((await screen.findByRole('heading', { name: '602 hidden photos' })).closest('li')!);
  expect(group.getByText(/: a person was deleted at the family's wish$/)).toBeVisible();
  expect(group.getAllByRole('img').map((each) => each.getAttribute('alt'))).toEqual(['a.jpg', 'b.jpg']);
  expect(group.getByText('and 600 more photos')).toBeVisible();
  expect(group.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('heading', { name: '1 hidden photo' })).toBeVisible();
  expect(screen.getAllByRole('textbox', { name: /^A sentence to the person/ })).toHaveLength(1);
  await user.click(group.getByRole('button', { name: 'Keep all hidden' }));
  expect(await screen.findByText('All stay hidden.')).toBeVisible();
  expect(server.inputsOf('takedowns.decide')).toEqual([
    { id: 'gallery-1', takedown_id: 'a.jpg', decision: 'granted', together: true },
  ]);
  await user.click(group.getByRole('button', { name: 'Show it again: b.jpg' }));
  const ask = within(await screen.findByRole('dialog', { name: 'Show this photo again?' }));
  expect(server.inputsOf('takedowns.decide')).toHaveLength(1);
  await user.click(ask.getByRole('button', { name: 'Show it again' }));
  expect(server.inputsOf('takedowns.decide').at(-1)).toMatchObject({
    ...{ takedown_id: 'b.jpg', decision: 'declined' },
  });
});

test('of what was hidden before causes were stored, the text says that the cause is not known', async () => {
  open('', hidden('old.jpg', { cause: null }));
  expect(await screen.findByText(/^Hidden .*: it is no longer known why$/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Show it again' })).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('a link to a request leads to its card, also to the one of its deletion', async () => {
  const photos = [
    hidden('a.jpg', { cause: null, share_link: 'Parents' }),
    hidden('b.jpg', { cause: 'family', together: 2 }),
    hidden('c.jpg', { cause: 'family', together: 2 }),
  ];
  open('#c.jpg', ...photos);
  expect((await screen.findByRole('heading', { name: '2 hidden photos' })).closest('li')).toHaveFocus();
});

test("a club's list says which photos and why, opens at the request, and counts photos in the tab", async () => {
  const club = sampleAnswer('clubs', 'get');
  const [row] = sampleAnswer('takedowns', 'ofClub').takedowns;
  const decided = { decided: null, decided_at: null };
  const rows: ClubTakedown[] = [
    {
      ...{ ...row!, ...decided, id: 'seven', gallery_id: 'gallery-1', gallery_name: 'Final' },
      ...{ can_decide: true, origin: 'family', photo_count: 7 },
      photos: ['p1', 'p2', 'p3'].map((id) => ({ id, thumbnail_url: `/api/photos/${id}` })),
    },
    {
      ...{ ...row!, ...decided, id: 'other', gallery_id: 'gallery-2', gallery_name: 'Party' },
      ...{ can_decide: false, origin: 'visitor', photo_count: 1, photos: [] },
    },
  ];
  renderApp(`/clubs/${club.id}/manage?tab=takedowns`, {
    as: userWith('admin'),
    answers: {
      clubs: { get: { ...club, permissions: { ...club.permissions, can_read_takedowns: true } } },
      takedowns: { ofClub: { takedowns: rows, total: 2 } },
    },
  });
  expect(await screen.findByRole('tab', { name: /^Hidden photos.*8/ })).toBeVisible();
  const final = within(await screen.findByRole('row', { name: /Final/ }));
  expect(final.getByText("a person was deleted at the family's wish")).toBeVisible();
  expect(final.getByText('7')).toBeVisible();
  expect(final.getAllByRole('presentation')).toHaveLength(3);
  expect(final.getByRole('link', { name: 'Open the hidden photos of Final' })).toHaveAttribute(
    'href',
    '/gallery/gallery-1/takedowns#seven',
  );
  const party = within(screen.getByRole('row', { name: /Party/ }));
  expect(party.getByText('a visitor asked')).toBeVisible();
  expect(party.queryByRole('presentation')).toBeNull();
  expect(party.queryByRole('link')).toBeNull();
});

test('after somebody was deleted the tabs of a club count anew, and a message says what was hidden', async () => {
  const club = sampleAnswer('clubs', 'get');
  const permissions = { ...club.permissions, can_manage_people: true, can_read_takedowns: true };
  const { name } = sampleAnswer('clubPeople', 'list').people[0]!;
  const { user, server } = renderApp(`/clubs/${club.id}/manage?tab=people`, {
    as: userWith('admin'),
    answers: {
      clubs: { get: { ...club, permissions } },
      erasure: {
        ofClub: { ...sampleAnswer('erasure', 'ofClub'), requests: [] },
        erase: { ...sampleAnswer('erasure', 'erase'), counts: { photos_hidden: 5 } },
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: `Delete ${name}` }));
  const asked = () =>
    ['takedowns.ofClub', 'invitations.list'].map((procedure) => server.inputsOf(procedure).length);
  const [takedowns = 0, invitations = 0] = asked();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(asked()).toEqual([takedowns + 1, invitations + 1]));
  expect(screen.getByText(`${name} was deleted. 5 photos are hidden.`)).toBeVisible();
});
