import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SharingCheck } from '#server/contract/schemas/share-links.ts';
import { Failure, sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

const sample = sampleAnswer('shareLinks', 'check');
const [shown] = sample.unlinked;
const group = (id: string, name: string) => ({
  ...shown!,
  person: { ...shown!.person, id, name, shown_name: name },
});
const refuser = (id: string, name: string, ...people: SharingCheck['unlinked']) => ({
  club_person_id: id,
  name,
  people,
  waiting: null,
});
const nothing = { photos: [], total: 0 };
const checked = (...likely_refusers: SharingCheck['likely_refusers']) =>
  sampleAnswer('shareLinks', 'check', {
    to_ask: 1,
    to_check: 3,
    refused: [],
    unanswered: [],
    unlinked: [],
    named_as_listed: [],
    asked: [],
    hidden_elsewhere: nothing,
    likely_refusers,
    refusers_to_place: [],
    refusers_of_others: [],
  });

async function openCheck(check: SharingCheck) {
  const rendered = renderApp('/gallery/id-1', {
    as: userWith('photographer'),
    answers: {
      shareLinks: { check, list: { links: [], asked: [] } },
      galleryPeople: { declineLink: { ok: true } },
    },
  });
  await rendered.user.click(await screen.findByRole('button', { name: 'Share' }));
  const share = within(await screen.findByRole('dialog', { name: 'Share links' }));
  await rendered.user.click(await share.findByRole('button', { name: 'Create link' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Who is on these photos?' }));
  return { ...rendered, dialog };
}

test('who may be somebody who refused is one question for each, with all groups', async () => {
  const { dialog } = await openCheck(
    checked(
      refuser('mia', 'Mia Berg', group('one', 'One'), group('two', 'Two')),
      refuser('ben', 'Ben Wolf', group('three', 'Three')),
    ),
  );
  const likely = within(await dialog.findByRole('region', { name: 'Perhaps somebody who said no' }));
  expect(likely.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    'Is this Mia Berg?',
    'Is this Ben Wolf?',
  ]);
  expect(likely.getAllByRole('listitem')).toHaveLength(3);
  expect(likely.getByRole('button', { name: 'Yes, Two is Mia Berg' })).toBeVisible();
});

test('says how many photos wait for the answer, and that they were left out without one', async () => {
  const waiting = (photo_count: number, days: number) => ({
    photo_count,
    until: new Date(Date.now() + days * 86_400_000).toISOString(),
  });
  const { dialog } = await openCheck({
    ...checked(
      { ...refuser('mia', 'Mia Berg', group('one', 'One')), waiting: waiting(2, 1) },
      { ...refuser('ben', 'Ben Wolf', group('three', 'Three')), waiting: waiting(1, -1) },
    ),
    waiting_elsewhere: 1,
  });
  expect(
    await dialog.findByText(/^2 new photos are shown outside only after a no\. They count as left out from /),
  ).toBeVisible();
  expect(dialog.getByText('1 photo is left out because nobody has answered.')).toBeVisible();
  expect(
    dialog.getByText(/^1 new photo is not shown outside: perhaps somebody of another club said no/),
  ).toBeVisible();
});

function openByAddress(
  can_create_sharing_links: boolean,
  can_answer_about_people = can_create_sharing_links,
) {
  const { permissions } = sampleAnswer('galleries', 'get');
  return renderApp('/gallery/id-1?check=1', {
    as: userWith('photographer'),
    answers: {
      galleries: {
        get: sampleAnswer('galleries', 'get', {
          permissions: { ...permissions, can_create_sharing_links, can_answer_about_people },
        }),
      },
      shareLinks: { check: checked(refuser('mia', 'Mia Berg', group('one', 'One'))) },
    },
  });
}

test.each([true, false])('the address in a notification opens the check (who shares: %s)', async (shares) => {
  const { user } = openByAddress(shares, true);
  const dialog = await screen.findByRole('dialog', { name: 'Who is on these photos?' });
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the same address is the gallery for those who do not share it', async () => {
  const { server } = openByAddress(false);
  await screen.findByRole('heading', { level: 1 });
  expect(server.inputsOf('shareLinks.check')).toEqual([]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a no is sent as an answer, and the list is asked for again', async () => {
  const { dialog, user, server } = await openCheck(checked(refuser('mia', 'Mia Berg', group('one', 'One'))));
  server.answer('shareLinks.check', checked());
  await user.click(await dialog.findByRole('button', { name: 'No, One is not Mia Berg' }));
  expect(server.inputsOf('galleryPeople.declineLink')).toEqual([
    { id: 'one', club_person_id: 'mia', as_answer: true },
  ]);
  await waitFor(() => expect(dialog.queryByText('Is this Mia Berg?')).toBeNull());
});

test('an answer that came too late is said, and the list is asked for again', async () => {
  const { dialog, user, server } = await openCheck(checked(refuser('mia', 'Mia Berg', group('one', 'One'))));
  server.answer('galleryPeople.link', new Failure('edit_conflict', 409));
  server.answer('shareLinks.check', checked());
  await user.click(await dialog.findByRole('button', { name: 'Yes, One is Mia Berg' }));
  await waitFor(() => expect(dialog.queryByText('Is this Mia Berg?')).toBeNull());
  expect(await screen.findByText('Someone else has answered the previous question.')).toBeVisible();
});

test('opening Share makes no link; where nothing is to be asked one press does', async () => {
  const { user, server } = renderApp('/gallery/id-1', {
    as: userWith('photographer'),
    answers: { shareLinks: { check: { ...checked(), to_ask: 0 }, list: { links: [], asked: [] } } },
  });
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  const create = await within(await screen.findByRole('dialog', { name: 'Share links' })).findByRole(
    'button',
    {
      name: 'Create link',
    },
  );
  expect(server.inputsOf('shareLinks.create')).toEqual([]);
  await user.click(create);
  await waitFor(() =>
    expect(server.inputsOf('shareLinks.create')).toEqual([{ id: 'id-1', expires_at: expect.any(String) }]),
  );
});

test('comes before what is known already', async () => {
  const { dialog } = await openCheck({
    ...checked(refuser('mia', 'Mia Berg', group('one', 'One'))),
    refused: [{ person: group('two', 'Two').person, left_out: 1, blurred: 0 }],
    hidden_elsewhere: sample.hidden_elsewhere,
  });
  await dialog.findByText('Is this Mia Berg?');
  expect(dialog.getAllByRole('region').map((region) => region.getAttribute('aria-label'))).toEqual([
    'Perhaps somebody who said no',
    'Added after others',
    'Hidden elsewhere',
    'Did not agree to be shown outside',
    'Left out by hand',
  ]);
});

test('a photo whose file is hidden elsewhere is left out or shown, and each is taken back', async () => {
  const [photo] = sample.hidden_elsewhere.photos;
  const { dialog, user, server } = await openCheck({
    ...checked(),
    hidden_elsewhere: { photos: [{ ...photo!, id: 'photo', filename: 'cup.jpg' }], total: 1 },
  });
  server.answer('shareLinks.keepInside', { photo_ids: ['photo'] });
  const undo = async () => user.click((await screen.findAllByRole('button', { name: 'Undo' })).at(-1)!);
  await user.click(await dialog.findByRole('button', { name: 'Leave cup.jpg out' }));
  await undo();
  const show = dialog.getByRole('button', { name: 'Show cup.jpg' });
  await waitFor(() => expect(show).toBeEnabled());
  await user.click(show);
  await waitFor(() =>
    expect(server.inputsOf('shareLinks.keepInside')).toEqual(
      [true, null, false].map((kept) => ({ id: 'id-1', photo_ids: ['photo'], kept })),
    ),
  );
});

const unknown = (reads_list: boolean) => ({
  ...checked(),
  reads_list,
  unlinked: [group('one', 'One'), group('two', 'Two')],
});

type Opened = Awaited<ReturnType<typeof openCheck>>;
const lookThrough = async (user: Opened['user'], dialog: Opened['dialog']) =>
  user.click(await dialog.findByRole('button', { name: 'Look through' }));

test('who may not be shown is asked about by name, and the others are one line', async () => {
  const { dialog, user, server } = await openCheck({
    ...unknown(true),
    refusers_to_place: [
      { club_person_id: 'lina', name: 'Lina Kern' },
      { club_person_id: 'ben', name: 'Ben Wolf' },
    ],
    refusers_of_others: [{ club_name: 'SV Süd', count: 3 }],
  });
  server.answer('shareLinks.sayAbsent', { ok: true });
  server.answer('shareLinks.askClub', { ok: true });
  server.answer('galleryPeople.link', { decision_id: 'decision' });
  const named = within(await dialog.findByRole('region', { name: 'May not be shown outside' }));
  expect(named.getByText('3 people of SV Süd may not be shown outside.')).toBeVisible();
  expect(dialog.getByText('2 people have no answer or no name on the list.')).toBeVisible();
  expect(dialog.queryByRole('region', { name: 'Not linked to anybody on the list' })).toBeNull();
  await user.click(named.getByRole('button', { name: 'Lina Kern is not here' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  const none = named.getByRole('button', { name: 'None of these 2 is here' });
  await waitFor(() => expect(none).toBeEnabled());
  await user.click(none);
  await waitFor(() =>
    expect(server.inputsOf('shareLinks.sayAbsent')).toEqual([
      { id: 'id-1', club_person_ids: ['lina'], absent: true },
      { id: 'id-1', club_person_ids: ['lina'], absent: false },
      { id: 'id-1', club_person_ids: ['lina', 'ben'], absent: true },
    ]),
  );
  await user.click(named.getByRole('button', { name: 'Ben Wolf is here' }));
  await user.click(named.getByRole('button', { name: 'Yes, Two is Ben Wolf' }));
  expect(server.inputsOf('galleryPeople.link')).toMatchObject([{ id: 'two', club_person_id: 'ben' }]);
  await user.click(named.getByRole('button', { name: 'I don’t know: ask the club' }));
  expect(server.inputsOf('shareLinks.askClub')).toEqual([
    { id: 'id-1', person_ids: ['one', 'two'], asked: true },
  ]);
  expect(await screen.findByText('The club is asked.')).toBeVisible();
});

test('who reads no list asks the club about all at once, and takes it back by the message', async () => {
  const { dialog, user, server } = await openCheck(unknown(false));
  await lookThrough(user, dialog);
  server.answer('shareLinks.askClub', { ok: true });
  expect(dialog.queryByRole('button', { name: 'All 2: nobody we know' })).toBeNull();
  await user.click(await dialog.findByRole('button', { name: 'All 2: ask the club' }));
  const call = { id: 'id-1', person_ids: ['one', 'two'] };
  expect(server.inputsOf('shareLinks.askClub')).toEqual([{ ...call, asked: true }]);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(server.inputsOf('shareLinks.askClub')).toEqual([
      { ...call, asked: true },
      { ...call, asked: false },
    ]),
  );
});

test('those whose names are on the list once are linked by one press, and taken back by another', async () => {
  const named_as_listed = [
    { person_id: 'one', club_person_id: 'ada', name: 'Ada Kern' },
    { person_id: 'two', club_person_id: 'ben', name: 'Ben Wolf' },
  ];
  const { dialog, user, server } = await openCheck({ ...unknown(true), named_as_listed });
  server.answer('galleryPeople.link', { decision_id: 'decision' });
  server.answer('galleryPeople.undo', { decision_id: 'undone' });
  await lookThrough(user, dialog);
  expect(await dialog.findByText('2 names are on the list once.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Link all' }));
  expect(await screen.findByText('2 people are linked.')).toBeVisible();
  expect(server.inputsOf('galleryPeople.link')).toEqual([
    { id: 'one', club_person_id: 'ada', unless_together: true },
    { id: 'two', club_person_id: 'ben', unless_together: true },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.inputsOf('galleryPeople.undo')).toHaveLength(2));
});

test('where nobody else may answer, the club is not asked', async () => {
  const { dialog, user } = await openCheck({ ...unknown(false), can_ask_club: false });
  await lookThrough(user, dialog);
  expect(await dialog.findAllByRole('button', { name: /^This is|^Who is/ })).not.toEqual([]);
  expect(dialog.queryByRole('button', { name: /ask the club/i })).toBeNull();
});

test('who reads the list says of all without a name at once, with their faces in sight, that they are nobody of the club', async () => {
  const { dialog, user, server } = await openCheck({
    ...unknown(true),
    unlinked: [group('one', ''), group('two', ''), group('three', 'Three')],
  });
  server.answer('galleryPeople.markChecked', { person_id: 'one', decision_id: 'decision' });
  server.answer('galleryPeople.undo', { ok: true });
  await lookThrough(user, dialog);
  expect(
    dialog.getByText('Strangers see these photos. Say here who may not be shown to them.'),
  ).toBeVisible();
  const all = { name: 'All 2: nobody we know' };
  expect(dialog.queryByRole('button', all)).toBeNull();
  await user.click(await dialog.findByRole('button', { name: 'All 2 without a name at once' }));
  expect(dialog.getByText('Do you know any of them?')).toBeVisible();
  await user.click(dialog.getByRole('button', all));
  expect(server.inputsOf('galleryPeople.markChecked')).toEqual([
    { gallery_id: 'id-1', person_ids: ['one', 'two'], checked_as: 'nobody_known' },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.inputsOf('galleryPeople.undo')).toEqual([{ id: 'decision' }]));
  expect(dialog.queryByRole('button', { name: /ask the club$/ })).toBeNull();
});

test('about whom the club is asked comes first for those who may answer, and can be taken back by the others', async () => {
  const asked = (id: string, asks_viewer: boolean, asked_by: string | null) => ({
    ...group(id, id),
    photo_count: 4,
    asks_viewer,
    is_answered: id === 'seven',
    asked_by,
  });
  const { dialog, user, server } = await openCheck({
    ...unknown(true),
    likely_refusers: [refuser('mia', 'Mia Berg', group('three', 'Three'))],
    asked: [
      asked('four', true, 'Marie Blum'),
      asked('five', true, null),
      asked('six', false, 'Jo'),
      asked('seven', false, 'Jo'),
    ],
  });
  server.answer('shareLinks.askClub', { ok: true });
  const [first] = await dialog.findAllByRole('region');
  expect(first).toHaveAccessibleName('You are asked');
  const rows = within(first!);
  expect(rows.getByText(/If you do not know either, leave it open: they stay inside\.$/)).toBeVisible();
  expect(rows.getByText('Marie Blum does not know who this is; 4 photos wait')).toBeVisible();
  expect(rows.getByText('Somebody does not know who this is; 4 photos wait')).toBeVisible();
  expect(rows.getByRole('button', { name: 'four is nobody we know' })).toBeVisible();
  expect(rows.queryByRole('button', { name: /^Do not ask/ })).toBeNull();
  // Beside the others, by the number of photos.
  await lookThrough(user, dialog);
  const others = within(dialog.getByRole('region', { name: 'Not linked to anybody on the list' }));
  expect(others.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^seven4 photos · The club has answered$/),
    expect.stringMatching(/^six4 photos · The club is asked/),
    expect.stringMatching(/^One/),
    expect.stringMatching(/^Two/),
  ]);
  expect(others.queryByRole('button', { name: /who seven is/ })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Do not ask the club who six is' }));
  expect(server.inputsOf('shareLinks.askClub')).toEqual([{ id: 'id-1', person_ids: ['six'], asked: false }]);
});

test('where nobody else is left, those about whom the club is asked stand under what that means', async () => {
  const { dialog, user } = await openCheck({
    ...checked(),
    asked: [{ ...group('one', 'One'), asks_viewer: false, is_answered: false, asked_by: null }],
  });
  await lookThrough(user, dialog);
  expect(await dialog.findByText('Not shown outside before it answers.')).toBeVisible();
  expect(dialog.getByRole('region', { name: 'The club is asked' })).toBeVisible();
  expect(dialog.queryByRole('region', { name: 'Not linked to anybody on the list' })).toBeNull();
});

test('a double click on “Create link” makes the link, and nothing closes', async () => {
  const { user, server, dialog } = await openCheck(checked());
  await user.dblClick(await dialog.findByRole('button', { name: 'Create link' }));
  expect(await screen.findByRole('dialog', { name: 'Share links' })).toBeVisible();
  expect(server.inputsOf('shareLinks.create')).toHaveLength(1);
});
