/** @module-tag long */
import { mkdtempSync, rmSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { thumbhash } from '#ml/imaging/thumbhash.ts';
import { countingQueries } from '#server/db/query-counter.ts';
import { rateLimitValues } from '#server/features/platform/rate-limits/rate-limits.ts';
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
import { createClubPerson, makeGuardian, sayConsent, sayFind } from '#tests/support/club-people.ts';
import { createPhotoOf, groupByHand, personOf } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
const ORIGIN = 'https://photos.club.example';
const clientDir = mkdtempSync(join(tmpdir(), 'clublens-client-'));
let site: string;
let owner: Actor;
let club: string;
let event: string;
let gallery: string;
/** With the capture times of their order, and one person each. */
let photos: { red: string; blue: string };
let people: { red: string; blue: string };

beforeAll(async () => {
  await cp('client/index.html', join(clientDir, 'index.html'));
  await mkdir(join(clientDir, 'assets'));
  site = await app.serveAs({ clientDir, publicUrl: ORIGIN });
  owner = await createActor(app, ['photographer'], 'Gerda');
});
afterAll(() => rmSync(clientDir, { recursive: true }));

beforeEach(async () => {
  club = await createClub(app, 'TSV Waldau');
  event = await createEvent(app, [club]);
  gallery = await createGallery(app, {
    event,
    name: 'Mias 10.',
    visibility: 'private',
    photographer: owner.id,
    createdBy: owner.id,
  });
  const [red, blue] = [await photo('red', [220, 20, 20], 1), await photo('blue', [20, 20, 220], 2)];
  photos = { red: red.photo, blue: blue.photo };
  await groupByHand(app, gallery, [[red.face], [blue.face]]);
  people = { red: await personOf(app, red.face), blue: await personOf(app, blue.face) };
});

async function photo(person: string, colour: [number, number, number], hour: number) {
  const { photo, faces } = await createPhotoOf(app, gallery, [person]);
  const data = Buffer.from(Array.from({ length: 100 }, () => colour).flat());
  await app.ctx.db
    .updateTable('photo')
    .set({ thumbhash: thumbhash({ data, width: 10, height: 10, channels: 3 }), taken_at: new Date(hour) })
    .where('id', '=', photo)
    .execute();
  return { photo, face: faces[person]! };
}

const link = (club_person_id: string, person_id: string) =>
  app.ctx.db.insertInto('club_person_link').values({ person_id, club_id: club, club_person_id }).execute();

type Link = { id: string; token: string };
const create = async (fields: object = {}) =>
  (await owner.call<Link>('POST', `/galleries/${gallery}/links`, { name: 'Grandma', ...fields })).body.data;

const get = (token: string, path = '', at = site) => fetch(`${at}/gallery/shared/${token}${path}`);
const image = async (token: string, at = site) => {
  const answer = await get(token, '/card.jpg', at);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};
/** The page with the token replaced, which whoever asks knows. */
const page = async (token: string, at = site) => {
  const answer = await get(token, '', at);
  expect(answer.status).toBe(200);
  return (await answer.text()).replaceAll(token, 'TOKEN');
};
const tagsOf = (html: string) => html.match(/<meta (property="og:|name="twitter:)[^>]*>/g) ?? [];
const title = async (token: string) => /property="og:title" content="([^"]*)"/.exec(await page(token))?.[1];

/** Whether a corner, where no letter is, is more red, more blue, or neither. */
async function colourOf(token: string): Promise<'red' | 'blue' | 'ink'> {
  const { data } = await sharp(await image(token))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red = 0, , blue = 0] = data;
  return red > blue + 40 ? 'red' : blue > red + 60 ? 'blue' : 'ink';
}

describe('the card of a share link', () => {
  test('names event and clubs, and neither gallery nor photographer nor link', async () => {
    const { token } = await create();
    expect(tagsOf(await page(token))).toEqual([
      '<meta property="og:title" content="Cup final · TSV Waldau" />',
      `<meta property="og:image" content="${ORIGIN}/gallery/shared/TOKEN/card.jpg" />`,
      '<meta property="og:image:width" content="1200" />',
      '<meta property="og:image:height" content="630" />',
      '<meta property="og:image:alt" content="Cup final · TSV Waldau" />',
      '<meta name="twitter:card" content="summary_large_image" />',
    ]);
    for (const secret of ['Mias', 'Gerda', 'Grandma']) expect(await page(token)).not.toContain(secret);
    const own = await app.serveAs({ clientDir });
    expect(await (await get(token, '', own)).text()).toContain(`"${own}/gallery/shared/${token}/card.jpg"`);
    expect(tagsOf(await (await fetch(`${site}/gallery/${gallery}`)).text())).toEqual([]);
  });

  test('has a picture of the size it names, which is kept by nobody and counts as no visit', async () => {
    const made = await create();
    const answers = [await get(made.token), await get(made.token, '/card.jpg')];
    expect(answers.map(({ headers }) => [headers.get('content-type'), headers.get('cache-control')])).toEqual(
      [
        ['text/html; charset=utf-8', 'no-store'],
        ['image/jpeg', 'no-store'],
      ],
    );
    const bytes = Buffer.from(await answers[1]!.arrayBuffer());
    expect(bytes.length).toBeLessThan(100_000);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    const { view_count, download_count } = await app.ctx.db
      .selectFrom('share_link')
      .select(['view_count', 'download_count'])
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow();
    expect([view_count, download_count]).toEqual([0, 0]);
  });

  test('has the colours of the first photo that the link shows now', async () => {
    const { token } = await create();
    const set = (fields: object) =>
      app.ctx.db.updateTable('photo').set(fields).where('id', '=', photos.red).execute();
    expect(await colourOf(token)).toBe('red');
    for (const [off, on] of [
      [{ is_kept_inside: true }, { is_kept_inside: false }],
      [{ awaits_comparison: true }, { awaits_comparison: false }],
      [{ awaits_answer: true }, { awaits_answer: false }],
      [{ awaits_grouping: true }, { awaits_grouping: false }],
    ] as const) {
      await set(off);
      expect([off, await colourOf(token)]).toEqual([off, 'blue']);
      await set(on);
      expect(await colourOf(token)).toBe('red');
    }
    const hidden = await caller(app.url)(
      'POST',
      `/galleries/shared/${token}/photos/${photos.red}/takedown`,
      {},
    );
    expect([hidden.status, await colourOf(token)]).toEqual([201, 'blue']);
    await set({ thumbhash: null });
    await app.ctx.db.deleteFrom('photo').where('id', '=', photos.blue).execute();
    expect(await colourOf(token)).toBe('ink');
  });

  test('has none of a photo of somebody who refused, left out or blurred', async () => {
    const { token } = await create();
    const mia = await createClubPerson(app, club, { name: 'Mia' });
    await link(mia, people.red);
    expect(await colourOf(token)).toBe('red');
    await sayConsent(app, mia, 'outside', 'no');
    expect(await colourOf(token)).toBe('blue');
    const admin = await createActor(app, [{ role: 'club_admin', club }]);
    await admin.call('PUT', `/clubs/${club}`, { refused_outside: 'blur' });
    await sayConsent(app, mia, 'outside', 'no');
    expect(await colourOf(token)).toBe('ink');
  });

  test('of people or chosen photos names the event, without colours', async () => {
    const empty = await createGallery(app, { event, createdBy: owner.id });
    const made = await owner.call<Link>('POST', `/galleries/${empty}/links`, { name: '' });
    const plain = await image(made.body.data.token);
    for (const scope of [{ person_ids: [people.red] }, { photo_ids: [photos.red] }]) {
      const { token } = await create(scope);
      expect(await title(token)).toBe('Cup final · TSV Waldau');
      expect((await image(token)).equals(plain)).toBe(true);
    }
  });

  test('takes its letters from the only club, otherwise from the installation', async () => {
    const { token } = await create();
    const before = await image(token);
    await app.ctx.db
      .insertInto('event_club')
      .values({ event_id: event, club_id: await createClub(app, 'Überlingen') })
      .execute();
    expect(await title(token)).toBe('Cup final · TSV Waldau, Überlingen');
    expect((await image(token)).equals(before)).toBe(false);
    await app.ctx.db.deleteFrom('event_club').where('event_id', '=', event).execute();
    expect(await title(token)).toBe('Cup final');
  });

  test('is that of the first gallery that shows something, where a link has several', async () => {
    const { id, token } = await create();
    const second = await createGallery(app, {
      event,
      name: 'Second',
      visibility: 'private',
      createdBy: owner.id,
    });
    const [red] = await app.ctx.db
      .selectFrom('photo')
      .select('thumbhash')
      .where('id', '=', photos.red)
      .execute();
    await createPhoto(app, second);
    await app.ctx.db.updateTable('photo').set(red!).where('gallery_id', '=', second).execute();
    await app.ctx.db
      .updateTable('photo')
      .set({ is_kept_inside: true })
      .where('id', '=', photos.red)
      .execute();
    await owner.call('POST', `/galleries/${second}/joined-links`, { link_id: id });
    expect([await title(token), await colourOf(token)]).toEqual(['Cup final · TSV Waldau', 'blue']);
    await app.ctx.db
      .updateTable('photo')
      .set({ is_kept_inside: true })
      .where('gallery_id', '=', gallery)
      .execute();
    expect([await title(token), await colourOf(token)]).toEqual(['Cup final · TSV Waldau', 'red']);
    await owner.call('PUT', `/galleries/links/${id}`, { password: 'open sesame' });
    expect(await page(token)).toBe(await page('unknown'.padEnd(43, '0')));
  });

  test('shows names as text, whatever they look like', async () => {
    const long = `</title><script>alert("1")</script>'$&$1 & 🏆 ${'ü'.repeat(80)}`.slice(0, 80);
    const escaped = long
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;');
    await app.ctx.db.updateTable('event').set({ name: long }).where('id', '=', event).execute();
    await app.ctx.db.updateTable('club').set({ name: long }).where('id', '=', club).execute();
    const { token } = await create();
    expect(await title(token)).toBe(`${escaped} · ${escaped}`);
    expect((await page(token)).match(/<script/g)).toEqual((await page('none')).match(/<script/g));
    expect((await image(token)).length).toBeLessThan(100_000);
  });
});

describe('the card of the installation', () => {
  /** Tokens of links that show no card of their own. */
  async function plainLinks(): Promise<Record<string, string>> {
    const over = await create();
    await app.ctx.db
      .updateTable('share_link')
      .set({ expires_at: new Date(0) })
      .where('id', '=', over.id)
      .execute();
    const off = await create({ is_active: false });
    const deleted = await create();
    await owner.call('DELETE', `/galleries/links/${deleted.id}`);
    return {
      unknown: 'nonsense',
      ended: over.token,
      'switched off': off.token,
      deleted: deleted.token,
      'with a password': (await create({ password: 'open sesame' })).token,
      'for guests': (await create({ collects: true })).token,
      'of a family': await familyLink(),
    };
  }

  async function familyLink(): Promise<string> {
    await app.ctx.db.updateTable('club').set({ allows_family_links: true }).where('id', '=', club).execute();
    const mother = await createActor(app);
    await addMember(app, club, mother.id);
    const lina = await createClubPerson(app, club, { name: 'Lina' });
    await makeGuardian(app, lina, mother.id);
    await sayFind(app, lina, 'yes');
    await link(lina, people.red);
    await app.ctx.db
      .updateTable('gallery')
      .set({ visibility: 'club_restricted' })
      .where('id', '=', gallery)
      .execute();
    const made = await mother.call<{ links: { url: string }[] }>('POST', `/my-photos/${lina}/links`, {});
    return made.body.data.links[0]!.url.split('/').at(-1)!;
  }

  test('is the same, byte by byte, for all links that show none of their own, after the same statements', async () => {
    const { db, taken } = countingQueries(app.ctx.db);
    const at = await app.serveAs({ clientDir, publicUrl: ORIGIN, db });
    const answer = async (token: string) => {
      taken();
      const [html, picture] = [await page(token, at), (await image(token, at)).toString('base64')];
      return { html, picture, statements: taken() };
    };
    const unknown = await answer('nonsense');
    expect(tagsOf(unknown.html)).toContain('<meta property="og:title" content="Clublens" />');
    for (const [state, token] of Object.entries(await plainLinks()))
      expect([state, await answer(token)]).toEqual([state, unknown]);
    expect((await answer((await create()).token)).html).not.toBe(unknown.html);
  });

  test('comes for every token, and with the page while the database is away', async () => {
    for (const token of ['ä'.repeat(500), '%F0%9F%8F%86', '..%2F..'])
      expect([token, (await get(token, '/card.jpg')).status]).toEqual([token, 200]);
    const away = await app.serveAs({ clientDir, db: undefined as never });
    const answer = await get((await create()).token, '', away);
    expect([answer.status, tagsOf(await answer.text())[0]]).toEqual([
      200,
      '<meta property="og:title" content="Clublens" />',
    ]);
  });
});

test('pictures of cards are limited by address', async () => {
  for (let i = 0; i < rateLimitValues.linkCardsPerAddress.points; i += 1)
    await app.ctx.rateLimits.limitRequests('link-card', '127.0.0.1').catch(() => undefined);
  const refused = await get('nonsense', '/card.jpg');
  expect([refused.status, refused.headers.get('retry-after') !== null]).toEqual([429, true]);
  expect((await get('nonsense')).status).toBe(200);
});
