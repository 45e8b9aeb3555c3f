/** @module-tag long */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { lifetimes } from '#server/contract/lifetimes.ts';
import { eraseOldReasons } from '#server/features/sharing/takedowns/takedowns.repository.ts';
import {
  type Actor,
  addMember,
  caller,
  createActor,
  createClub,
  createEvent,
  createGallery,
  createPhoto,
} from '#tests/support/actors.ts';
import { createPhotoOf, groupByHand, personOf } from '#tests/support/faces.ts';
import { createClubPerson, createFamily } from '#tests/support/families.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { world } from '#tests/support/world.ts';

type Asked = { id: string; due_at: string; receipt: string | null };
type Takedown = { id: string; decided: string | null; is_overdue: boolean; reason: string; answer: string };
type Listed = { takedowns: Takedown[]; total: number };
type Told = { notifications: { kind: string; params: Record<string, string>; href: string | null }[] };

const app = startTestAppBeforeAll();
let creator: Actor;
let photographer: Actor;
let member: Actor;
let club: string;
let gallery: string;
let photo: string;
let token: string;

world(async () => {
  club = await createClub(app);
  creator = await createActor(app);
  photographer = await createActor(app, ['photographer']);
  member = await createActor(app);
  await addMember(app, club, member.id);
  const event = await createEvent(app, [club]);
  gallery = await createGallery(app, { event, createdBy: creator.id, photographer: photographer.id });
  photo = await createPhoto(app, gallery);
  token = (await creator.call<{ token: string }>('POST', `/galleries/${gallery}/links`, { name: 'Parents' }))
    .body.data.token;
  return app;
});

const visitor = () => caller(app.url);
const ask = (who = member, id = photo, body: object = {}) =>
  who.call<Asked>('POST', `/photos/${id}/takedown`, body);
const askByLink = (id = photo, body: object = {}, by = token) =>
  visitor()<Asked>('POST', `/galleries/shared/${by}/photos/${id}/takedown`, body);
const listed = async (who = photographer) =>
  (await who.call<Listed>('GET', `/galleries/${gallery}/takedowns`)).body.data;
const decide = (id: string, body: object, who = photographer) =>
  who.call('POST', `/galleries/${gallery}/takedowns/${id}/decide`, body);
const toldTo = async (who: Actor) =>
  (await who.call<Told>('GET', '/notifications')).body.data.notifications.filter(({ kind }) =>
    kind.startsWith('takedown'),
  );
const states = async (receipts: (string | null)[], by = token) =>
  (await visitor()<Listed>('POST', `/galleries/shared/${by}/takedowns`, { receipts })).body.data.takedowns;
const seen = async (who: Actor) => (await who.call('GET', `/photos/${photo}`)).status;
const no = { decision: 'declined', answer: 'It shows the whole team from behind.' };

test('who is signed in sees what they asked for until it is decided, and takes it back', async () => {
  type Own = { takedowns: { id: string; photo_count: number; gallery_id: string; hides: boolean }[] };
  const own = async (who: Actor, query = '') =>
    (await who.call<Own>('GET', `/takedowns/mine${query}`)).body.data.takedowns;
  const withdraw = (id: string, who = member) => who.call('POST', `/takedowns/${id}/withdraw`);
  const other = await createPhoto(app, gallery);
  await member.call('POST', `/galleries/${gallery}/takedowns`, { photo_ids: [photo, other] });
  const [request, ...more] = await own(member);
  expect([request, more]).toMatchObject([{ gallery_id: gallery, photo_count: 2, hides: true }, []]);
  expect(await own(member, `?gallery_id=${gallery}`)).toHaveLength(1);
  expect(
    await own(
      member,
      `?gallery_id=${await createGallery(app, { event: await createEvent(app), createdBy: creator.id })}`,
    ),
  ).toEqual([]);
  expect([await own(photographer), await own(creator)]).toEqual([[], []]);
  expect((await withdraw(request!.id, photographer)).body.code).toBe('takedown_not_found');
  expect((await withdraw('nothing')).body.code).toBe('takedown_not_found');
  expect(await seen(member)).toBe(404);
  expect((await withdraw(request!.id)).status).toBe(200);
  expect([await seen(member), await own(member), (await listed()).total]).toEqual([200, [], 0]);
  expect((await withdraw(request!.id)).body.code).toBe('takedown_not_found');
  const { id } = (await ask()).body.data;
  await decide(id, { decision: 'granted' });
  expect((await withdraw(id)).body.code).toBe('takedown_decided');
  expect([await own(member), await seen(member)]).toEqual([[], 404]);
});

test('a request says whoever of one’s own family is known to be on its photos, and nobody else', async () => {
  type Own = { takedowns: { photo_count: number; family_ids: string[] }[] };
  const { club: home, gallery: match, mia, mother } = await createFamily(app, {});
  const others = await createClubPerson(app, home, { first_name: 'Ben' });
  const made = await createPhotoOf(app, match, ['mia', 'ben']);
  await groupByHand(app, match, [[made.faces.mia!], [made.faces.ben!]]);
  for (const [face, club_person_id] of [
    [made.faces.mia!, mia],
    [made.faces.ben!, others],
  ] as const) {
    const person_id = await personOf(app, face);
    await app.ctx.db
      .insertInto('club_person_link')
      .values({ person_id, club_person_id, club_id: home })
      .execute();
  }
  await mother.call('POST', `/photos/${made.photo}/takedown`, {});
  const { takedowns } = (await mother.call<Own>('GET', '/takedowns/mine')).body.data;
  expect(takedowns).toMatchObject([{ photo_count: 1, family_ids: [mia] }]);
});

test('a request hides the photo at once, tells creator and photographer, and is theirs to decide', async () => {
  const asked = await ask(member, photo, { reason: 'My child is in tears', contact: 'mum@example.org' });
  expect([asked.status, asked.body.data.receipt]).toEqual([201, null]);
  expect(await Promise.all([member, photographer, creator].map(seen))).toEqual([404, 200, 200]);
  const notice = {
    kind: 'takedown_asked',
    params: { gallery: 'Match photos' },
    href: `/gallery/${gallery}/takedowns`,
  };
  for (const who of [creator, photographer]) expect(await toldTo(who)).toMatchObject([notice]);
  expect(await toldTo(member)).toEqual([]);
  expect((await listed(creator)).takedowns).toMatchObject([
    {
      reason: 'My child is in tears',
      contact: 'mum@example.org',
      asked_by: expect.stringContaining('user'),
      share_link: null,
    },
  ]);
  const refused = await Promise.all([
    member.call('GET', `/galleries/${gallery}/takedowns`),
    decide(asked.body.data.id, { decision: 'granted' }, member),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([403, 403]);
});

test('the decision is one sentence to the asker: kept hidden, or shown again', async () => {
  const { id } = (await ask()).body.data;
  expect((await decide(id, { decision: 'declined' })).body.code).toBe('field_invalid');
  expect((await decide(id, { decision: 'granted', answer: 'Of course.' })).status).toBe(200);
  expect(await toldTo(member)).toMatchObject([
    { kind: 'takedown_granted', params: { gallery: 'Match photos', answer: 'Of course.' } },
  ]);
  expect(await seen(member)).toBe(404);
  expect((await decide(id, { decision: 'granted' })).body.code).toBe('edit_conflict');
  expect((await decide(id, no)).status).toBe(200);
  expect(await seen(member)).toBe(200);
  expect((await toldTo(member))[0]).toMatchObject({ kind: 'takedown_declined' });
  expect((await decide(id, no)).body.code).toBe('edit_conflict');
});

test('of two decisions at once one counts', async () => {
  const { id } = (await ask()).body.data;
  const both = await Promise.all([decide(id, no, creator), decide(id, no, photographer)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('of two requests at once one counts, and the other learns that the photo is hidden', async () => {
  const both = await Promise.all([askByLink(), askByLink()]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await listed()).total).toBe(1);
  expect((await ask(photographer)).body.code).toBe('takedown_in_force');
});

describe('a visitor without an account', () => {
  test('reads the decision by the same link, with the receipt alone', async () => {
    const { receipt } = (await askByLink()).body.data;
    const [takedown] = (await listed()).takedowns;
    expect(takedown).toMatchObject({ asked_by: null, share_link: 'Parents' });
    expect(await states([receipt, 'guessed'])).toMatchObject([{ receipt, decided: null }]);
    const unanswered = await decide(takedown?.id ?? '', { decision: 'declined' });
    expect(unanswered.body.code).toBe('field_invalid');
    await decide(takedown?.id ?? '', no);
    expect(await states([receipt])).toMatchObject([{ decided: 'declined', answer: no.answer }]);
    const another = await creator.call<{ token: string }>('POST', `/galleries/${gallery}/links`, {});
    expect(await states([receipt], another.body.data.token)).toEqual([]);
    expect(await states([])).toEqual([]);
  });

  test('learns that the photo is gone when it is deleted', async () => {
    const { receipt } = (await askByLink()).body.data;
    await photographer.call('DELETE', `/photos/${photo}`);
    expect(await states([receipt])).toMatchObject([{ decided: 'granted' }]);
    expect((await listed()).total).toBe(0);
  });

  describe('takes a request back', () => {
    const withdraw = (receipt: string | null, by = token) =>
      visitor()('POST', `/galleries/shared/${by}/takedowns/withdraw`, { receipt });
    const code = async (...of: Parameters<typeof withdraw>) => (await withdraw(...of)).body.code;

    test('and the photo is shown again, once; whoever was asked has nothing left to decide', async () => {
      const other = await createPhoto(app, gallery);
      const [{ receipt }, kept] = [(await askByLink()).body.data, (await askByLink(other)).body.data];
      expect((await withdraw(receipt)).status).toBe(200);
      expect(await seen(member)).toBe(200);
      expect((await member.call('GET', `/photos/${other}`)).status).toBe(404);
      expect((await listed()).takedowns.map(({ id }) => id)).toEqual([kept.id]);
      expect(await states([receipt, kept.receipt])).toMatchObject([{ receipt: kept.receipt }]);
      const { rows } = await sql<{ id: string; settled: boolean }>`
        select params ->> 'takedown_id' as id, settled_at is not null as settled from notification
        where kind = 'takedown_asked' and user_id = ${photographer.id}`.execute(app.ctx.db);
      expect(rows.find(({ id }) => id === kept.id)?.settled).toBe(false);
      expect(rows.find(({ id }) => id !== kept.id)?.settled).toBe(true);
      expect(await code(receipt)).toBe('takedown_not_found');
    });

    test('not that of somebody else, nor by another link', async () => {
      const { receipt, id } = (await askByLink()).body.data;
      const another = await creator.call<{ token: string }>('POST', `/galleries/${gallery}/links`, {});
      for (const guess of ['', 'guessed', id, photo]) expect(await code(guess)).toBe('takedown_not_found');
      expect(await code(receipt, another.body.data.token)).toBe('takedown_not_found');
      expect(await code(receipt, 'nonsense')).toBe('link_not_found');
      expect(await seen(member)).toBe(404);
    });

    test('not once it is decided, or the photo is deleted', async () => {
      const { receipt, id } = (await askByLink()).body.data;
      await decide(id, { decision: 'granted' });
      expect(await code(receipt)).toBe('takedown_decided');
      expect(await seen(member)).toBe(404);
      const other = await createPhoto(app, gallery);
      const gone = (await askByLink(other)).body.data;
      await photographer.call('DELETE', `/photos/${other}`);
      expect(await code(gone.receipt)).toBe('takedown_decided');
    });

    test('or is decided about at that moment: one of both counts', async () => {
      const { receipt, id } = (await askByLink()).body.data;
      const [back, kept] = await Promise.all([withdraw(receipt), decide(id, { decision: 'granted' })]);
      expect([back.status, kept.status]).toSatisfy(
        ([a, b]) => (a === 200 && b === 404) || (a === 409 && b === 200),
      );
      expect(await seen(member)).toBe(back.status === 200 ? 200 : 404);
    });

    test('also with an account, by the link alone', async () => {
      const asked = await member.call<Asked>(
        'POST',
        `/galleries/shared/${token}/photos/${photo}/takedown`,
        {},
      );
      expect((await withdraw(asked.body.data.receipt)).status).toBe(200);
      expect(await seen(member)).toBe(200);
    });
  });

  test('can ask about photos of the link only, and only while it is open', async () => {
    const elsewhere = await createPhoto(app, await createGallery(app, { event: await createEvent(app) }));
    expect((await askByLink(elsewhere)).body.code).toBe('photo_not_found');
    expect((await askByLink('nonsense')).body.code).toBe('photo_not_found');
    expect((await askByLink(photo, {}, 'nonsense')).body.code).toBe('link_not_found');
    const [link] = (await creator.call<{ links: { id: string }[] }>('GET', `/galleries/${gallery}/links`))
      .body.data.links;
    await creator.call('PUT', `/galleries/links/${link?.id}`, { password: 'open sesame' });
    expect((await askByLink()).body.code).toBe('link_password_required');
    expect(await seen(member)).toBe(200);
  });
});

test('a point in the photo names the smallest face around it', async () => {
  const { photo: pictured, faces } = await createPhotoOf(app, gallery, ['anna', 'ben']);
  await ask(member, pictured, { mark: { x: 0.14, y: 0.15 } });
  const row = await app.ctx.db
    .selectFrom('takedown')
    .select('face_id')
    .where('photo_id', '=', pictured)
    .executeTakeFirstOrThrow();
  expect(row.face_id).toBe(faces.ben);
  const [takedown] = (await listed()).takedowns;
  expect(takedown).toMatchObject({
    mark: { x: expect.closeTo(0.14), y: expect.closeTo(0.15) },
    face: { x: 0.1, w: 0.08 },
  });
  expect((await ask(member, photo, { mark: { x: 2, y: 0 } })).body.code).toBe('field_invalid');
});

const setVisibility = (visibility: 'private' | 'club_restricted') =>
  app.ctx.db.updateTable('gallery').set({ visibility }).where('id', '=', gallery).execute();

test.each(['club_restricted', 'private'] as const)(
  'administrators of its clubs decide in a %s gallery; unseen ones they keep hidden, and never show',
  async (visibility) => {
    await ask();
    const head = await createActor(app, [{ role: 'club_admin', club }]);
    const foreign = await createActor(app, [{ role: 'club_admin', club: await createClub(app) }]);
    const [request] = (await head.call<Listed>('GET', `/clubs/${club}/takedowns`)).body.data.takedowns;
    await setVisibility(visibility);
    const decide = (as: Actor, decision: string) =>
      as.call('POST', `/galleries/${gallery}/takedowns/${request!.id}/decide`, { decision, answer: 'So' });
    const statuses = [];
    for (const [as, decision] of [
      [foreign, 'granted'],
      [head, 'granted'],
      [head, 'declined'],
    ] as const)
      statuses.push((await decide(as, decision)).status);
    statuses.push((await head.call('GET', `/galleries/${gallery}/takedowns`)).status);
    await setVisibility('club_restricted');
    expect(statuses).toEqual(visibility === 'private' ? [403, 200, 403, 403] : [403, 200, 200, 200]);
  },
);

test('the clock of 72 hours runs for editors, and for club admins, who see neither photo nor reason in their list', async () => {
  const start = new Date();
  const later = (ms: number) => new Date(start.getTime() + 72 * 3_600_000 + ms);
  app.clock.set(start);
  const asked = await ask(member, photo, { reason: 'a secret' });
  expect(asked.body.data.due_at).toBe(later(0).toISOString());
  const head = await createActor(app, [{ role: 'club_admin', club }]);
  const ofClub = async () => (await head.call<Listed>('GET', `/clubs/${club}/takedowns`)).body.data;
  expect(Object.keys((await ofClub()).takedowns[0] ?? {}).sort()).toEqual([
    'asked_at',
    'can_decide',
    'decided',
    'decided_at',
    'due_at',
    'gallery_id',
    'gallery_name',
    'id',
    'is_overdue',
    'origin',
    'photo_count',
    'photos',
  ]);
  expect((await ofClub()).takedowns[0]).toMatchObject({
    origin: 'account',
    photo_count: 1,
    can_decide: true,
  });
  await setVisibility('private');
  expect((await ofClub()).takedowns[0]).toMatchObject({ photos: [], can_decide: false });
  await setVisibility('club_restricted');
  expect([(await ofClub()).takedowns[0]?.is_overdue, (await listed()).takedowns[0]?.is_overdue]).toEqual([
    false,
    false,
  ]);
  app.clock.set(later(1));
  expect([(await ofClub()).takedowns[0]?.is_overdue, (await listed()).takedowns[0]?.is_overdue]).toEqual([
    true,
    true,
  ]);
  expect((await member.call('GET', `/clubs/${club}/takedowns`)).status).toBe(403);
  const foreign = await createActor(app, [{ role: 'club_admin', club: await createClub(app) }]);
  expect((await foreign.call('GET', `/clubs/${club}/takedowns`)).status).toBe(403);
});

describe('photos that one deletion hid', () => {
  type OfClub = { id: string; photo_count: number; origin: string; photos: { id: string }[] };
  const askedAt = new Date('2026-05-18T10:00:00.000Z');
  const hide = async (photos: number, fields: object = {}) => {
    const ids: string[] = [];
    for (let i = 0; i < photos; i++) {
      const id = crypto.randomUUID();
      const photo_id = await createPhoto(app, gallery);
      const rest = { gallery_id: gallery, asked_at: askedAt, cause: 'person' as const, ...fields };
      await app.ctx.db
        .insertInto('takedown')
        .values({ id, photo_id, ...rest })
        .execute();
      ids.push(id);
    }
    return ids;
  };
  const ofClub = async (who: Actor, query = '') =>
    (await who.call<{ takedowns: OfClub[]; total: number }>('GET', `/clubs/${club}/takedowns${query}`)).body
      .data;
  const head = () => createActor(app, [{ role: 'club_admin', club }]);
  const decisions = async (ids: string[]) => {
    const { takedowns } = (await listed()) as unknown as { takedowns: (Takedown & { together: number })[] };
    return ids.map((id) => {
      const { decided, together } = takedowns.find((each) => each.id === id)!;
      return [decided, together];
    });
  };

  test("are one row of a club's list, with pictures and cause for those who decide", async () => {
    const ids = await hide(4);
    await hide(1, { asked_at: new Date(askedAt.getTime() + 1_000) });
    await ask();
    const club_admin = await head();
    await setVisibility('private');
    const shown = await ofClub(club_admin);
    await setVisibility('club_restricted');
    expect(shown.total).toBe(3);
    expect(shown.takedowns.map(({ photo_count, origin, photos }) => [photo_count, origin, photos])).toEqual([
      [4, 'person', []],
      [1, 'person', []],
      [1, 'account', []],
    ]);
    const admin = await createActor(app, ['admin']);
    const rows = (await ofClub(admin)).takedowns;
    expect(rows.map((row) => [row.photo_count, row.origin, row.photos.length])).toEqual([
      [4, 'person', 3],
      [1, 'person', 1],
      [1, 'account', 1],
    ]);
    expect(ids).toContain(rows[0]!.id);
    const pages = await Promise.all([0, 1, 2].map((at) => ofClub(admin, `?limit=1&offset=${at}`)));
    expect(pages.map(({ takedowns, total }) => [takedowns[0]?.id, total])).toEqual(
      rows.map(({ id }) => [id, 3]),
    );
  });

  test('says of a visitor, and of what was stored before causes, no more than that', async () => {
    await hide(1, { cause: null });
    await askByLink();
    const rows = (await ofClub(await createActor(app, ['admin']))).takedowns;
    expect(rows.map(({ origin }) => origin)).toEqual(['unknown', 'visitor']);
  });

  test('follow each other in the list of their gallery, whenever each was asked about or decided', async () => {
    const at = (minutes: number) => ({ decided_at: new Date(askedAt.getTime() + minutes * 60_000) });
    const kept = { decided: 'granted' as const };
    const waiting = await hide(1);
    const families = await hide(1, { cause: 'family' });
    waiting.push(...(await hide(2)));
    families.push(...(await hide(1, { cause: 'family' })));
    const [old] = await hide(1, { cause: 'club', ...kept, ...at(1) });
    await hide(1, { cause: 'person', ...kept, ...at(2) });
    const [newest] = await hide(1, { cause: 'club', ...kept, ...at(3) });
    const { takedowns } = (await listed()) as unknown as {
      takedowns: { id: string; cause: string; together: number; decided: string | null }[];
    };
    const runs = [];
    for (let first = takedowns[0]; first; ) {
      const run = takedowns.splice(0, first.together);
      runs.push(run.map(({ id }) => id).sort());
      expect(new Set(run.map(({ cause, decided }) => `${cause} ${decided}`)).size).toBe(1);
      [first] = takedowns;
    }
    expect(
      runs
        .slice(0, 2)
        .map((run) => run.join())
        .sort(),
    ).toEqual([waiting, families].map((run) => run.sort().join()).sort());
    expect(runs[2]).toEqual([old, newest].sort());
    expect(runs).toHaveLength(4);
  });

  test('are decided about in one call, all of them and no others', async () => {
    const [first = '', ...others] = await hide(3);
    const [another = ''] = await hide(1, { cause: 'family' });
    const asked = (await ask()).body.data.id;
    const together = { decision: 'granted', together: true };
    expect((await decide(asked, together)).status).toBe(200);
    expect(await decisions([first, ...others, another])).toEqual([
      [null, 3],
      [null, 3],
      [null, 3],
      [null, 1],
    ]);
    await decide(first, { decision: 'declined' });
    expect(await decisions([first, ...others])).toEqual([
      ['declined', 1],
      [null, 2],
      [null, 2],
    ]);
    const both = await Promise.all(others.map((id) => decide(id, together)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await decisions([first, ...others, another])).toEqual([
      ['declined', 1],
      ['granted', 2],
      ['granted', 2],
      [null, 1],
    ]);
  });
});

test('the activity log holds the gallery and no reason, contact or answer', async () => {
  const asked = await ask(member, photo, { reason: 'secret reason', contact: 'secret contact' });
  await decide(asked.body.data.id, { ...no, answer: 'secret answer' });
  const entries = await app.ctx.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('target_id', '=', gallery)
    .execute();
  expect(entries.map(({ action }) => action).sort()).toEqual([
    'shareLink.create',
    'takedown.ask',
    'takedown.decline',
  ]);
  expect(JSON.stringify(entries)).not.toContain('secret');
});

test('reasons and contacts are erased after 30 days, the answer 30 days after it was given', async () => {
  const start = new Date();
  const later = (days: number) => new Date(start.getTime() + days * 24 * 3_600_000);
  app.clock.set(start);
  const { id } = (await ask(member, photo, { reason: 'because', contact: 'mum' })).body.data;
  app.clock.set(later(10));
  await decide(id, no);
  const row = async (now: Date) => {
    await eraseOldReasons(app.ctx.db, now);
    const [takedown] = (await listed()).takedowns;
    return [takedown?.reason, takedown?.answer];
  };
  expect(lifetimes.takedownReasonKeptMs).toBe(30 * 24 * 3_600_000);
  expect(await row(later(29))).toEqual(['because', no.answer]);
  expect(await row(later(31))).toEqual(['', no.answer]);
  expect(await row(later(41))).toEqual(['', '']);
});

test('a gallery without creator and photographer asks the administrators', async () => {
  const admin = await createActor(app, ['admin']);
  const orphan = await createGallery(app, { event: await createEvent(app), visibility: 'public' });
  await ask(member, await createPhoto(app, orphan));
  expect(await toldTo(admin)).toMatchObject([
    { kind: 'takedown_asked', href: `/gallery/${orphan}/takedowns` },
  ]);
});
