/** Lists by name: one order in every list, whatever the database was set up with. */
import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { byName } from '#server/db/by-name.sql.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
} from '#tests/support/actors.ts';
import { createClubPerson } from '#tests/support/families.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';

const app = startTestAppBeforeAll();
const inOrder = ['2', '9b', '10', 'a', 'Ä', 'aachen', 'Ärzte', 'É', 'f', 'Team 9', 'team 11', 'Z', 'Zebra'];
const mixed = [...inOrder].reverse();
let admin: Actor;
let club: string;
let event: string;
let gallery: string;

beforeAll(async () => {
  admin = await createActor(app, ['admin']);
  const clubs: string[] = [];
  for (const name of mixed) clubs.push(await createClub(app, name));
  club = clubs[0]!;
  event = await createEvent(app, clubs);
  gallery = await createGallery(app, { event, createdBy: admin.id });
  const other = await createGallery(app, { event: await createEvent(app), createdBy: admin.id });
  for (const id of clubs) {
    await app.ctx.db.insertInto('gallery_club').values({ gallery_id: other, club_id: id }).execute();
    await addMember(app, id, admin.id);
  }
  for (const name of mixed) {
    const { id } = await createActor(app);
    const changes = { username: name, username_key: name.toLowerCase() };
    await app.ctx.db.updateTable('app_user').set(changes).where('id', '=', id).execute();
    await addMember(app, club, id);
    await app.ctx.db.insertInto('gallery_user').values({ gallery_id: gallery, user_id: id }).execute();
    for (const field of ['first_name', 'last_name'] as const) {
      const person = await createClubPerson(app, clubs[1]!);
      const named =
        field === 'last_name' ? { first_name: 'A', last_name: name } : { first_name: name, last_name: '' };
      await app.ctx.db.updateTable('club_person').set(named).where('id', '=', person).execute();
    }
  }
  lists = {
    clubs: ['/clubs', 'clubs', 'name'],
    'members of a club': [`/clubs/${club}/members`, 'members', 'username'],
    'people of a club by first name': [`/clubs/${clubs[1]}/people`, 'people', 'first_name'],
    'people of a club by last name': [`/clubs/${clubs[1]}/people`, 'people', 'last_name'],
    'clubs of an event': [`/events/${event}/clubs`, 'clubs', 'name'],
    'clubs on the card of an event': [`/events/${event}`, 'clubs', 'name'],
    'who may see a gallery': [`/galleries/${gallery}/access`, 'users', 'username'],
    'further clubs that see a gallery': [`/galleries/${other}/access`, 'additional_clubs', 'name'],
    'own clubs': ['/auth/me', 'clubs', 'name'],
    'own clubs beside the family': ['/family', 'clubs', 'name'],
  };
});
let lists: Record<string, [path: string, list: string, field: string]>;
const names = [
  'clubs',
  'members of a club',
  'people of a club by first name',
  'people of a club by last name',
]
  .concat(['clubs of an event', 'clubs on the card of an event', 'who may see a gallery'])
  .concat(['further clubs that see a gallery', 'own clubs', 'own clubs beside the family']);

test.each(names)('%s', async (name) => {
  const [path, list, field] = lists[name]!;
  const { body } = await admin.call<Record<string, Record<string, string>[]>>('GET', `${path}?limit=500`);
  const found = body.data[list]!.map((row) => row[field]!).filter((each) => inOrder.includes(each));
  expect(found).toEqual(inOrder);
});

test('page by page, each once', async () => {
  const found: string[] = [];
  for (let offset = 0; offset < inOrder.length; offset += 2) {
    const { body } = await admin.call<{ clubs: { name: string }[] }>(
      'GET',
      `/clubs?limit=2&offset=${offset}`,
    );
    found.push(...body.data.clubs.map(({ name }) => name));
  }
  expect(found).toEqual(inOrder);
});

test('any names are in the order of the client', async () => {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const word = fc.stringMatching(/^[a-zA-ZäöüÄÖÜéÉß]{1,4}$/);
  const name = fc
    .tuple(word, fc.nat(10_000), fc.option(word))
    .map(([a, n, b]) => `${a} ${n}${b === null ? '' : ` ${b}`}`);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(name, { minLength: 2, maxLength: 20 }), async (some) => {
      const { rows } = await sql<{ name: string }>`
        select name from unnest(${some}::text[]) name order by ${byName('name')}`.execute(app.ctx.db);
      expect(rows.map((row) => row.name)).toEqual([...some].sort(compare));
    }),
    { numRuns: 50 },
  );
});

test('no list by name is sorted otherwise', () => {
  const plain = /orderBy\('(?!gallery_name)[\w.]*(?<!file|role_)name'|order by \w+\.(?<!r\.role_)name\b/;
  const files = globSync('server/features/**/*.ts');
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => plain.test(readFileSync(file, 'utf8')))).toEqual([]);
});
