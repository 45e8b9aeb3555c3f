import { beforeEach, expect, test } from 'vitest';
import { type Actor, createActor, createClub } from '#tests/support/actors.ts';
import { birthday, createClubPerson, createGuardian, familyOf } from '#tests/support/families.ts';
import { invite, tokenOf } from '#tests/support/invitations.ts';
import { base64, importList, previewList, undoImport } from '#tests/support/member-lists.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let club: string;
let head: Actor;
beforeEach(async () => {
  club = await createClub(app, 'TSV Nord');
  head = await createActor(app, [{ role: 'club_admin', club }], 'head');
});

const children = base64(
  [
    'Vorname;Nachname;E-Mail;geb.;Funktion',
    'Penny;Berg;mum@x.example;3.5.2018;',
    'Raj;Sommer;;;Fotograf',
    'Raj;Sommer;;;',
    'Otto;Alt;;1.1.1990;',
    'Bernd;Groß;;4.4.2017;',
    ';;;;',
  ].join('\n'),
);
const forGuardians = { purpose: 'invite_guardians' };
const invited = async () =>
  app.ctx.db
    .selectFrom('invitation')
    .leftJoin('club_person', 'club_person.id', 'invitation.guardian_of')
    .select(['club_person.first_name as child', 'invitation.first_name', 'email', 'role', 'max_uses'])
    .where('invitation.club_id', '=', club)
    .orderBy('invitation.id')
    .execute();
const statesOf = async () =>
  (await previewList(head, club, children, forGuardians)).body.data.lines.map(({ state, reason }) =>
    `${state} ${reason ?? ''}`.trim(),
  );

test('children come onto the list, each with an invitation for a guardian that bears no other name', async () => {
  expect(await statesOf()).toEqual(['new', 'new', 'present repeats_person', 'present is_adult', 'new']);
  const { body } = await importList(head, club, children, forGuardians);
  expect(body.data.import).toMatchObject({ invitations: 3, people: 4 });
  const facts = { first_name: '', email: null, role: 'member', max_uses: 1 };
  expect(await invited()).toEqual([
    { ...facts, child: 'Penny', email: 'mum@x.example' },
    { ...facts, child: 'Raj' },
    { ...facts, child: 'Bernd' },
  ]);
  const made = await head.call<{ invitations: { first_name: string }[] }>(
    'GET',
    `/clubs/${club}/member-imports/${body.data.import?.id}/invitations`,
  );
  expect(made.body.data.invitations.map(({ first_name }) => first_name)).toEqual(['Penny', 'Raj', 'Bernd']);
});

test('a second line with the address of the other parent invites them too, a third nobody', async () => {
  const list = base64(
    [
      'Vorname;Nachname;E-Mail;geb.',
      'Mia;Berg;mum@x.example;3.5.2018',
      'Mia;Berg;dad@x.example;',
      'Mia;Berg;dad@x.example;',
      'Mia;Berg;aunt@x.example;',
    ].join('\n'),
  );
  await importList(head, club, list, forGuardians);
  expect(await invited()).toMatchObject([
    { child: 'Mia', email: 'mum@x.example' },
    { child: 'Mia', email: 'dad@x.example' },
  ]);
});

test('one cell with two parents invites both; an address that cannot be read leaves nobody out', async () => {
  const list = base64(
    [
      'First name;Last name;Born;Email of parents',
      'Lena;Maier;1.2.2015;"maier@x.example; papa@x.example"',
      'Sofia;Nunez;;kein',
      'Tim;Koch;;koch at home',
    ].join('\n'),
  );
  const { body: preview } = await previewList(head, club, list);
  expect(preview.data).toMatchObject({ purpose: 'invite_guardians', counts: { faulty: 0, new: 4 } });
  expect(preview.data.lines.map(({ line, email, email_left_out }) => [line, email, email_left_out])).toEqual([
    [2, 'maier@x.example', null],
    [2, 'papa@x.example', null],
    [3, null, 'kein'],
    [4, null, 'koch at home'],
  ]);
  const { body } = await importList(head, club, list, forGuardians);
  expect(body.data.import).toMatchObject({ lines: 3, invitations: 4, people: 3 });
  expect((await invited()).map(({ child, email }) => [child, email])).toEqual([
    ...[
      ['Lena', 'maier@x.example'],
      ['Lena', 'papa@x.example'],
      ['Sofia', null],
      ['Tim', null],
    ],
  ]);
});

test('the preview of a list of children is for their guardians, unless another purpose is chosen', async () => {
  const purposeOf = async (file: string, input = {}) =>
    (await previewList(head, club, file, input)).body.data.purpose;
  expect(await purposeOf(children)).toBe('invite_guardians');
  expect(await purposeOf(children, { purpose: 'invite' })).toBe('invite');
  expect(await purposeOf(base64('Vorname;Nachname\nOtto;Alt'))).toBe('invite');
});

test('the same list again invites nobody', async () => {
  await importList(head, club, children, forGuardians);
  expect((await importList(head, club, children, forGuardians)).body.data.import).toBeNull();
  expect((await statesOf())[0]).toBe('present guardian_invited');
});

test('whom the list knows is taken from there: adults and children with a guardian are left out', async () => {
  const penny = await createClubPerson(app, club, { first_name: 'Penny', last_name: 'Berg' });
  await createGuardian(app, club, penny, 'asked');
  await createClubPerson(app, club, { first_name: 'Raj', last_name: 'Sommer', born_on: birthday(30) });
  const bernd = await createClubPerson(app, club, { first_name: 'Bernd', last_name: 'Groß' });
  expect(await statesOf()).toEqual([
    ...['present has_guardian', 'present is_adult', 'present repeats_person', 'present is_adult', 'new'],
  ]);
  await importList(head, club, children, forGuardians);
  const [made, ...more] = await app.ctx.db
    .selectFrom('invitation')
    .select('guardian_of')
    .where('club_id', '=', club)
    .execute();
  expect([made?.guardian_of, more]).toEqual([bernd, []]);
});

test('an invitation for a guardian is none of the child, whom another list may invite', async () => {
  await importList(head, club, children, forGuardians);
  const { body } = await previewList(head, club, children, { purpose: 'invite' });
  expect(body.data.lines[0]?.state).toBe('new');
});

test('undoing takes both back, but not a child for whom somebody invited a guardian by hand', async () => {
  const { body } = await importList(head, club, children, forGuardians);
  const raj = await app.ctx.db
    .selectFrom('club_person')
    .select('id')
    .where('club_id', '=', club)
    .where('first_name', '=', 'Raj')
    .executeTakeFirstOrThrow();
  const byHand = await invite(head, club, { guardian_of: raj.id });
  const undone = await undoImport(head, club, body.data.import?.id ?? '');
  expect(undone.body.data).toMatchObject({ people: 3, people_kept: 1 });
  expect(await invited()).toMatchObject([{ child: 'Raj' }]);
  const parent = await createActor(app);
  await parent.call('POST', '/invitations/accept', { token: tokenOf(byHand) });
  expect((await familyOf(parent)).people).toMatchObject([{ name: 'Raj Sommer' }]);
});
