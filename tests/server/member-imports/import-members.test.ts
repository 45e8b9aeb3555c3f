import { beforeEach, describe, expect, test } from 'vitest';
import { countingQueries } from '#server/db/query-counter.ts';
import { type Actor, addMember, caller, createActor, createClub } from '#tests/support/actors.ts';
import { invite, tokenOf } from '#tests/support/invitations.ts';
import { base64, importList, listOf, previewList } from '#tests/support/member-lists.ts';
import { readRows } from '#tests/support/side-effects.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { people } from './people-of-lists.ts';

const app = startTestAppBeforeAll();
let club: string;
let head: Actor;
beforeEach(async () => {
  club = await createClub(app, 'TSV Nord');
  head = await createActor(app, [{ role: 'club_admin', club }], 'head');
});

const invitationsOf = (id: string) =>
  app.ctx.db.selectFrom('invitation').selectAll().where('club_id', '=', id).orderBy('id').execute();
const noBirth = { email_left_out: null, born_on: null, birth_unread: false };
const all = listOf(
  ...people.map(({ first, last, email, photographer }) =>
    [first, `"${last.replaceAll('"', '""')}"`, email, photographer ? 'Fotograf' : ''].join(';'),
  ),
);
const manyPeople = listOf(...Array.from({ length: 5_000 }, (_, i) => `Anna${i};Jäger;anna${i}@x.example;`));

describe('the preview', () => {
  test('says how the list is read and what would happen, and changes nothing', async () => {
    const before = await readRows(app);
    const list = listOf(
      'Anna;Jäger;anna@x.example;Fotograf',
      ';;bea@x.example;',
      'Anna;Jäger;other@x.example;',
    );
    const { status, body } = await previewList(head, club, list);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      encoding: 'utf-8',
      separator: 'semicolon',
      has_header: true,
      columns: [
        { header: 'Vorname', meaning: 'first_name', samples: ['Anna', 'Anna'] },
        { header: 'Nachname', meaning: 'last_name' },
        { header: 'E-Mail', meaning: 'email' },
        { header: 'Rolle', meaning: 'role' },
      ],
      counts: { new: 1, present: 0, possible_duplicate: 1, faulty: 1, invitations: 1, mails: 1 },
    });
    expect(body.data.lines).toEqual([
      {
        ...{ line: 2, first_name: 'Anna', last_name: 'Jäger', email: 'anna@x.example', role: 'photographer' },
        ...noBirth,
        ...{ state: 'new', reason: null, match: null },
      },
      {
        ...{ line: 3, first_name: '', last_name: '', email: 'bea@x.example', role: 'member' },
        ...noBirth,
        ...{ state: 'faulty', reason: 'no_name', match: null },
      },
      {
        ...{ line: 4, first_name: 'Anna', last_name: 'Jäger', email: 'other@x.example', role: 'member' },
        ...noBirth,
        ...{ state: 'possible_duplicate', reason: 'other_email' },
        match: { kind: 'line', name: 'Anna Jäger', email: 'anna@x.example', line: 2 },
      },
    ]);
    expect(await readRows(app)).toEqual(before);
  });

  test('knows members and open invitations of this club, and says nothing about anybody else', async () => {
    const other = await createClub(app, 'SV Süd');
    const otherHead = await createActor(app, [{ role: 'club_admin', club: other }]);
    const [member, stranger, waiting] = [
      await createActor(app),
      await createActor(app),
      await createActor(app),
    ];
    await addMember(app, club, member.id);
    await addMember(app, other, stranger.id);
    await addMember(app, club, waiting.id, 'pending');
    await invite(head, club, { first_name: 'Ines', last_name: 'Open' });
    await invite(otherHead, other, { first_name: 'Olga', last_name: 'Elsewhere' });
    const revoked = await invite(head, club, { first_name: 'Rita', last_name: 'Revoked' });
    await head.call('DELETE', `/clubs/${club}/invitations/${revoked.id}`);
    const list = listOf(
      `Any;Body;${member.username}@example.org;`,
      `Stranger;Known;${stranger.username}@example.org;`,
      `Waiting;For Answer;${waiting.username}@example.org;`,
      'Ines;Open;;',
      'Olga;Elsewhere;;',
      'Rita;Revoked;;',
    );
    const { body } = await previewList(head, club, list);
    expect(body.data.lines.map(({ state, reason }) => reason ?? state)).toEqual([
      'is_member',
      'new',
      'new',
      'is_invited',
      'new',
      'new',
    ]);
  });

  test('takes corrections of every guess', async () => {
    const file = base64(Buffer.from('J\x9arg|x\nAnna|y\n', 'latin1'));
    const format = {
      encoding: 'macintosh',
      separator: 'pipe',
      has_header: false,
      columns: ['last_name', 'first_name'],
    };
    const { body } = await previewList(head, club, file, { format });
    expect(body.data.lines[0]).toMatchObject({ first_name: 'x', last_name: 'Jörg' });
    expect(body.data).toMatchObject({ encoding: 'macintosh', separator: 'pipe', has_header: false });
  });
});

describe('an import', () => {
  test('invites each new line as one person, once, with name, address and role', async () => {
    const { status, body } = await importList(head, club, all, { expires_in_days: 30 });
    expect([status, body.data]).toEqual([
      201,
      {
        import: {
          id: expect.any(String),
          file_name: 'list.csv',
          created_at: expect.any(String),
          created_by_name: expect.stringMatching(/^head No/),
          lines: 30,
          invitations: 30,
          accepted: 0,
          mails: 0,
          people: 0,
          undone_at: null,
          can_undo: true,
        },
        counts: { new: 30, present: 0, possible_duplicate: 0, faulty: 0, invitations: 30, mails: 20 },
        left_out: [],
      },
    ]);
    const made = await invitationsOf(club);
    expect(made.map((row) => [row.first_name, row.last_name, row.email ?? '', row.role])).toEqual(
      people.map(({ first, last, email, photographer }) => [
        ...[first, last, email],
        photographer ? 'photographer' : 'member',
      ]),
    );
    for (const row of made) expect([row.max_uses, row.import_id]).toEqual([1, body.data.import!.id]);
  });

  test('of the same file again changes nothing at all', async () => {
    await importList(head, club, all);
    const before = await readRows(app);
    const { status, body } = await importList(head, club, all);
    expect([status, body.data]).toEqual([
      201,
      {
        import: null,
        counts: { new: 0, present: 30, possible_duplicate: 0, faulty: 0, invitations: 0, mails: 0 },
        left_out: [],
      },
    ]);
    expect(await readRows(app)).toEqual(before);
  });

  test('of the same file again invites nobody who has joined meanwhile, under whatever name and address', async () => {
    await importList(head, club, listOf('Anna;Jäger;;'));
    const { body } = await head.call<{ invitations: { url: string }[] }>('GET', `/clubs/${club}/invitations`);
    const joined = await createActor(app);
    await joined.call('POST', '/invitations/accept', { token: tokenOf(body.data.invitations[0]!) });
    expect((await importList(head, club, listOf('Anna;Jäger;;'))).body.data).toMatchObject({
      import: null,
      counts: { present: 1 },
    });
  });

  test('says which lines it left out and why, other than those of people who are here', async () => {
    await importList(head, club, listOf('Anna;Jäger;a@x.example;'));
    const list = listOf(
      'Anna;Jäger;a@x.example;',
      'Anna;Jäger;b@x.example;',
      'Uwe;Groß;no address;',
      'Bea;Klein;;',
    );
    const { body } = await importList(head, club, list);
    expect(body.data.left_out.map(({ line, state, reason }) => [line, state, reason])).toEqual([
      [3, 'possible_duplicate', 'other_email'],
      [4, 'faulty', 'email_invalid'],
    ]);
    const rest = await importList(head, club, list, { invite_lines: [3] });
    expect(rest.body.data.left_out.map(({ line }) => line)).toEqual([4]);
    const nothing = await importList(head, club, listOf('Uwe;Groß;no address;'));
    expect(nothing.body.data).toMatchObject({ import: null, left_out: [{ line: 2, state: 'faulty' }] });
  });

  test('invites the possible duplicates that were chosen, and no others', async () => {
    const list = listOf('Anna;Jäger;a@x.example;', 'Anna;Jäger;b@x.example;', 'Anna;Jäger;;');
    const { body } = await importList(head, club, list, { invite_lines: [4, 99] });
    expect(body.data.counts).toMatchObject({ new: 1, possible_duplicate: 2, invitations: 2, mails: 1 });
    expect((await invitationsOf(club)).map(({ email }) => email)).toEqual(['a@x.example', null]);
    const before = await readRows(app);
    await importList(head, club, list, { invite_lines: [4, 99] });
    expect(await readRows(app)).toEqual(before);
  });

  test('is planned anew when it is carried out', async () => {
    const list = listOf('Anna;Jäger;;', 'Bea;Weiß;;');
    expect((await previewList(head, club, list)).body.data.counts.new).toBe(2);
    await invite(head, club, { first_name: 'Bea', last_name: 'Weiß' });
    expect((await importList(head, club, list)).body.data.counts).toMatchObject({ new: 1, present: 1 });
  });

  test('done twice at once makes each invitation once', async () => {
    const answers = await Promise.all([importList(head, club, all), importList(head, club, all)]);
    expect(answers.map(({ body }) => body.data.counts.invitations).sort()).toEqual([0, 30]);
    expect(await invitationsOf(club)).toHaveLength(30);
  });

  test('of 5,000 lines takes a handful of statements', async () => {
    const { db } = app.ctx;
    const counting = countingQueries(db);
    app.ctx.db = counting.db;
    try {
      const { body } = await importList(head, club, manyPeople);
      expect(body.data.counts.invitations).toBe(5_000);
      expect(counting.taken()).toBeLessThan(25);
    } finally {
      app.ctx.db = db;
    }
    expect(await invitationsOf(club)).toHaveLength(5_000);
  });

  test('is in the activity log with counts, without names and addresses', async () => {
    await importList(head, club, listOf('Anna;Jäger;anna@x.example;'));
    const entry = await app.ctx.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('target_id', '=', club)
      .where('action', '=', 'memberImport.create')
      .executeTakeFirstOrThrow();
    expect(entry.params).toEqual({ import_id: expect.any(String), lines: 1, invitations: 1, mails: 0 });
    expect(JSON.stringify(entry)).not.toMatch(/Anna|Jäger|x\.example/);
  });

  test('lists its invitations and their state', async () => {
    const { body } = await importList(
      head,
      club,
      listOf('Anna;Jäger;anna@x.example;', 'Bea;Weiß;;Fotografin'),
    );
    const id = body.data.import!.id;
    const { body: answer } = await head.call('GET', `/clubs/${club}/member-imports/${id}/invitations`);
    expect(answer.data).toEqual({
      invitations: [
        {
          ...{ id: expect.any(String), first_name: 'Anna', last_name: 'Jäger', email: 'anna@x.example' },
          ...{ role: 'member', state: 'open', accepted_by: null },
        },
        {
          ...{ id: expect.any(String), first_name: 'Bea', last_name: 'Weiß', email: null },
          ...{ role: 'photographer', state: 'open', accepted_by: null },
        },
      ],
    });
    const { body: list } = await head.call('GET', `/clubs/${club}/member-imports`);
    expect(list.data).toMatchObject({ total: 1, imports: [{ id, invitations: 2, accepted: 0 }] });
  });
});

describe('refused are', () => {
  test('members, strangers, and administrators of other clubs', async () => {
    const other = await createActor(app, [{ role: 'club_admin', club: await createClub(app) }]);
    const member = await createActor(app);
    await addMember(app, club, member.id);
    for (const actor of [member, other])
      for (const ask of [previewList, importList])
        expect((await ask(actor, club, all)).body.code).toBe('club_forbidden');
    const anonymous = { call: caller(app.url) } as Actor;
    expect((await importList(anonymous, club, all)).status).toBe(401);
    const { body } = await importList(head, club, all);
    const ofOther = await other.call(
      'GET',
      `/clubs/${club}/member-imports/${body.data.import!.id}/invitations`,
    );
    expect(ofOther.body.code).toBe('club_forbidden');
  });

  test('files that cannot be read, with the reason', async () => {
    const codeOf = async (content: string | Uint8Array) =>
      (await previewList(head, club, base64(content))).body.code;
    expect(await codeOf('')).toBe('import_file_empty');
    expect(await codeOf('Vorname;Nachname\n"Anna;Jäger\n')).toBe('import_quotes_broken');
    expect(await codeOf(Buffer.from('PK\x03\x04\0\0\0'))).toBe('import_file_not_text');
    expect(await codeOf(new Uint8Array(2_000_001).fill(0x61))).toBe('import_file_too_large');
  });

  test('bodies above 3 MB, and on other paths above 256 kB', async () => {
    expect((await previewList(head, club, 'A'.repeat(3_200_000))).status).toBe(413);
    const { status } = await head.call('POST', `/clubs/${club}/invitations`, {
      first_name: 'A'.repeat(300_000),
    });
    expect(status).toBe(413);
  });

  test('more than 30 imports an hour', async () => {
    for (let i = 0; i < 30; i += 1) await importList(head, club, listOf('Anna;Jäger;;'));
    expect((await importList(head, club, listOf('Anna;Jäger;;'))).status).toBe(429);
  });
});

test('a file of 2 MB reaches the server through tRPC too', async () => {
  const file = base64(`Vorname;Notiz\nAnna;${'x'.repeat(90_000)}\n${`;${'x'.repeat(90_000)}\n`.repeat(20)}`);
  const response = await fetch(`${app.url}/trpc/memberImports.preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${head.token}` },
    body: JSON.stringify({ id: club, file }),
  });
  const { result } = (await response.json()) as { result: { data: { counts: object } } };
  expect(result.data.counts).toMatchObject({ new: 1, faulty: 20 });
});
