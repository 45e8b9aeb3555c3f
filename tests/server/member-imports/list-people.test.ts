import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { countingQueries } from '#server/db/query-counter.ts';
import { tablesAboutPeople } from '#server/features/people/member-imports/imported-people.repository.ts';
import { type Actor, createActor, createClub } from '#tests/support/actors.ts';
import { createClubPerson, createGuardian } from '#tests/support/families.ts';
import { base64, importList, listOf, previewList, undoImport } from '#tests/support/member-lists.ts';
import { readRows } from '#tests/support/side-effects.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
let club: string;
let head: Actor;
beforeEach(async () => {
  club = await createClub(app, 'TSV Nord');
  head = await createActor(app, [{ role: 'club_admin', club }], 'head');
});

const listed = async () => {
  const people = await app.ctx.db
    .selectFrom('club_person')
    .select(['first_name', 'last_name', 'born_on'])
    .where('club_id', '=', club)
    .orderBy('id')
    .execute();
  return people.map(({ first_name, last_name, born_on }) =>
    `${first_name} ${last_name} ${born_on ?? ''}`.trim(),
  );
};
const births = base64(
  [
    'Vorname;Nachname;E-Mail;geb.',
    'Lina;Jäger;a@x.example;3.5.2014',
    'Lina;Jäger;b@x.example;3.5.2014',
    'Lina;Jäger;c@x.example;1.2.2010',
    'Lina;Jäger;;',
    'Mia;Weiß;;31.12.2999',
    ';;keine Adresse;1.1.2001',
  ].join('\n'),
);
const withPeople = { purpose: 'invite_and_list' };

test('the preview says who would come onto the list of people, and which dates it cannot read', async () => {
  const { body } = await previewList(head, club, births);
  expect(body.data.people).toEqual({ new: 3, present: 0 });
  expect(body.data.lines.map(({ born_on, birth_unread }) => (birth_unread ? 'unread' : born_on))).toEqual([
    ...['2014-05-03', '2014-05-03', '2010-02-01', null, 'unread', '2001-01-01'],
  ]);
});

test('where nobody is invited, each line says whether it comes onto the list of people', async () => {
  await createClubPerson(app, club, { first_name: 'Mia', last_name: 'Weiß' });
  const { body } = await previewList(head, club, births, { purpose: 'list' });
  expect(body.data.lines.map(({ state, reason }) => [state, reason])).toEqual([
    ['new', null],
    ['present', 'repeats_person'],
    ['new', null],
    ['present', 'repeats_person'],
    ['present', 'is_listed'],
    ['faulty', 'no_name'],
  ]);
  expect(body.data.counts).toMatchObject({ new: 2, present: 3, faulty: 1, invitations: 0 });
});

test('an address that cannot be read keeps nobody off the list, where nobody is invited', async () => {
  const list = base64('Vorname;Nachname;E-Mail\nUwe;Groß;keine Adresse\nUte;Groß;a@x.example, b@x.example');
  const { body } = await importList(head, club, list, { purpose: 'list' });
  expect(body.data.import).toMatchObject({ people: 2, lines: 2 });
  const invited = await previewList(head, club, list, { purpose: 'invite' });
  expect(
    invited.body.data.lines.map(({ state, reason, email_left_out }) => [state, reason, email_left_out]),
  ).toEqual([
    ['faulty', 'email_invalid', null],
    ['new', null, 'b@x.example'],
  ]);
});

test('people come onto the list once, without consent or guardian, and only where that is wanted', async () => {
  await importList(head, club, births, { purpose: 'invite' });
  expect(await listed()).toEqual([]);
  const { body } = await importList(head, club, births, withPeople);
  expect(body.data.import).toMatchObject({ invitations: 0, people: 3 });
  expect(await listed()).toEqual(['Lina Jäger 2014-05-03', 'Lina Jäger 2010-02-01', 'Mia Weiß']);
  for (const table of ['consent', 'guardianship'] as const)
    expect(await app.ctx.db.selectFrom(table).selectAll().execute()).toEqual([]);
  const before = await readRows(app);
  expect((await importList(head, club, births, withPeople)).body.data.import).toBeNull();
  expect(await readRows(app)).toEqual(before);
});

test('people come onto the list alone, without invitations', async () => {
  const { body } = await importList(head, club, births, { purpose: 'list' });
  expect(body.data.import).toMatchObject({ invitations: 0, mails: 0, people: 3 });
  expect(body.data.counts.invitations).toBe(0);
  expect(body.data.left_out.map(({ state }) => state)).toEqual(['faulty']);
  expect(await app.ctx.db.selectFrom('invitation').selectAll().where('club_id', '=', club).execute()).toEqual(
    [],
  );
  expect(await listed()).toEqual(['Lina Jäger 2014-05-03', 'Lina Jäger 2010-02-01', 'Mia Weiß']);
});

test('people whom the club has listed are not added again, other dates of birth are other people', async () => {
  await createClubPerson(app, club, { first_name: 'Lina', last_name: 'Jaeger', born_on: '2014-05-03' });
  expect((await previewList(head, club, births)).body.data.people).toEqual({ new: 2, present: 1 });
  await createClubPerson(app, club, { first_name: 'Lina', last_name: 'Jäger' });
  expect((await previewList(head, club, births)).body.data.people).toEqual({ new: 1, present: 2 });
});

test('the undo takes them off again, but for people of whom something was said since', async () => {
  const id = (await importList(head, club, births, withPeople)).body.data.import!.id;
  const mia = await app.ctx.db
    .selectFrom('club_person')
    .select('id')
    .where('first_name', '=', 'Mia')
    .where('club_id', '=', club)
    .executeTakeFirstOrThrow();
  await createGuardian(app, club, mia.id);
  const { body } = await undoImport(head, club, id);
  expect(body.data).toMatchObject({ people: 2, people_kept: 1 });
  expect(await listed()).toEqual(['Mia Weiß']);
  const entries = await app.ctx.db
    .selectFrom('audit_entry')
    .select('params')
    .where('action', 'in', ['memberImport.create', 'memberImport.undo'])
    .where('target_id', '=', club)
    .orderBy('id')
    .execute();
  expect(entries.map(({ params }) => params.people)).toEqual([3, 2]);
});

test('the undo knows every table that says something of a person', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'club_person'::regclass order by 1`.execute(app.ctx.db);
  expect([...tablesAboutPeople, 'invitation'].sort()).toEqual(rows.map(({ name }) => name));
});

test('5,000 people take a handful of statements', async () => {
  const many = listOf(...Array.from({ length: 5_000 }, (_, i) => `Anna${i};Jäger;;`));
  const { db } = app.ctx;
  const counting = countingQueries(db);
  app.ctx.db = counting.db;
  try {
    expect((await importList(head, club, many, withPeople)).body.data.import).toMatchObject({
      people: 5_000,
    });
    expect(counting.taken()).toBeLessThan(25);
  } finally {
    app.ctx.db = db;
  }
});
