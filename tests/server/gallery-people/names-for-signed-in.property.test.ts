/** @module-tag long */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { appRouter } from '#server/app-router.ts';
import type { Person } from '#server/contract/schemas/gallery-people.ts';
import { newId } from '#server/ids.ts';
import { routes } from '#server/rest/procedure-route-table.ts';
import type { ProcedureMeta } from '#server/trpc/trpc.ts';
import { type Actor, createActor, createClub, createEvent, createGallery } from '#tests/support/actors.ts';
import { createPhotoOf, groupByHand } from '#tests/support/faces.ts';
import { birthday } from '#tests/support/families.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { runs } from '#tests/support/thoroughness.ts';

const app = startTestAppBeforeAll();
/** One gallery of two clubs with two people; each state changes what surrounds them. */
let gallery: string;
let photo: string;
let people: string[];
let clubs: string[];
const viewers = new Map<string, Actor>();

const roles = [
  'none',
  'photographer',
  'photographer of the first club',
  'admin of the first club',
  'photographer of a foreign club',
  'admin of a foreign club',
  'admin',
] as const;
const place = fc.constantFrom('none', 'none', 'creator', 'photographer', 'added');
const membership = fc.constantFrom('none', 'pending', 'approved', 'approved');
const link = fc.option(
  fc.record({
    consent: fc.constantFrom('yes', 'no', 'unknown'),
    viewerIs: fc.constantFrom('nobody', 'nobody', 'self', 'asked', 'guardian', 'ended'),
    born: fc.constantFrom('unknown', 'child', 'adult'),
  }),
);
const state = fc.record({
  visibility: fc.constantFrom('private', 'club_restricted', 'public', 'public'),
  role: fc.constantFrom(...roles),
  place,
  memberships: fc.tuple(membership, membership),
  /** Whether each club keeps a list though nobody in the gallery is linked to somebody of it. */
  lists: fc.tuple(fc.boolean(), fc.boolean()),
  people: fc.array(
    fc.record({
      typed: fc.boolean(),
      links: fc.tuple(link, link),
      /** Whether it was said that the name is nobody of each club. */
      nobodyOf: fc.tuple(fc.boolean(), fc.boolean()),
    }),
    { minLength: 2, maxLength: 2 },
  ),
});
type State = typeof state extends fc.Arbitrary<infer T> ? T : never;
const typedName = (person: number) => `Typed${person}`;
const clubName = (person: number, club: number) => `Known${person}InClub${club}`;

beforeAll(async () => {
  clubs = [await createClub(app, 'First'), await createClub(app, 'Second')];
  gallery = await createGallery(app, { event: await createEvent(app, clubs), visibility: 'public' });
  const made = await createPhotoOf(app, gallery, ['anna', 'ben']);
  photo = made.photo;
  await groupByHand(app, gallery, [[made.faces.anna!], [made.faces.ben!]]);
  const rows = await app.ctx.db.selectFrom('person').select('id').orderBy('number').execute();
  people = rows.map((row) => row.id);
  const club = clubs[0]!;
  viewers.set('none', await createActor(app));
  viewers.set('photographer', await createActor(app, ['photographer']));
  viewers.set('photographer of the first club', await createActor(app, [{ role: 'photographer', club }]));
  viewers.set('admin of the first club', await createActor(app, [{ role: 'club_admin', club }]));
  const foreign = await createClub(app, 'Foreign');
  viewers.set(
    'photographer of a foreign club',
    await createActor(app, [{ role: 'photographer', club: foreign }]),
  );
  viewers.set('admin of a foreign club', await createActor(app, [{ role: 'club_admin', club: foreign }]));
  viewers.set('admin', await createActor(app, ['admin']));
});

const keepsList = ({ lists, people: persons }: State, club: number) =>
  lists[club] || persons.some(({ links }) => links[club] !== null);

async function store(generated: State): Promise<Actor> {
  const { visibility, role, place: at, memberships, people: persons } = generated;
  const viewer = viewers.get(role)!;
  const user_id = viewer.id;
  await app.ctx.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('club_person').execute();
    await trx.deleteFrom('club_membership').execute();
    await trx.deleteFrom('gallery_user').execute();
    await trx
      .updateTable('gallery')
      .set({
        visibility: visibility as 'private' | 'club_restricted' | 'public',
        created_by: at === 'creator' ? user_id : null,
        photographer_id: at === 'photographer' ? user_id : null,
      })
      .execute();
    if (at === 'added')
      await trx.insertInto('gallery_user').values({ gallery_id: gallery, user_id }).execute();
    for (const [i, status] of memberships.entries())
      if (status !== 'none')
        await trx
          .insertInto('club_membership')
          .values({
            club_id: clubs[i]!,
            user_id,
            status: status as 'pending' | 'approved',
            approved_at: status === 'approved' ? new Date() : null,
          })
          .execute();
    for (const [p, { typed, links }] of persons.entries()) {
      await trx
        .updateTable('person')
        .set({ name: typed ? typedName(p) : '' })
        .where('id', '=', people[p]!)
        .execute();
      for (const [c, known] of links.entries()) {
        if (!known) continue;
        const id = newId();
        // One account stands beside one person of a club: the first one in the state.
        const isSelf =
          known.viewerIs === 'self' && !persons.slice(0, p).some((x) => x.links[c]?.viewerIs === 'self');
        await trx
          .insertInto('club_person')
          .values({
            id,
            club_id: clubs[c]!,
            first_name: clubName(p, c),
            born_on: known.born === 'unknown' ? null : birthday(known.born === 'child' ? 10 : 18),
            user_id: isSelf ? user_id : null,
          })
          .execute();
        await trx
          .insertInto('club_person_link')
          .values({ person_id: people[p]!, club_id: clubs[c]!, club_person_id: id })
          .execute();
        if (known.consent !== 'unknown')
          await trx
            .insertInto('consent')
            .values({
              id: newId(),
              club_person_id: id,
              purpose: 'name',
              answer: known.consent as 'yes' | 'no',
              said_as: 'paper',
              text_version: '1',
              language: 'en',
              said_at: new Date(),
            })
            .execute();
        const kept = { guardian: 'confirmed', asked: 'asked', ended: 'ended' } as const;
        if (known.viewerIs in kept)
          await trx
            .insertInto('guardianship')
            .values({
              id: newId(),
              club_person_id: id,
              user_id,
              state: kept[known.viewerIs as keyof typeof kept],
              asked_at: new Date(),
            })
            .execute();
      }
    }
    // Of the state before: here nobody has left.
    for (const table of ['ended_belonging', 'ended_in_gallery', 'name_of_nobody'] as const)
      await trx.deleteFrom(table).execute();
    for (const [c, id] of clubs.entries()) {
      const list_kept_since = keepsList(generated, c) ? new Date() : null;
      await trx.updateTable('club').set({ list_kept_since }).where('id', '=', id).execute();
      for (const [p, { nobodyOf }] of persons.entries())
        if (nobodyOf[c])
          await trx.insertInto('name_of_nobody').values({ person_id: people[p]!, club_id: id }).execute();
    }
  });
  return viewer;
}

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { meta?: ProcedureMeta } }>;
const ruleOf = (procedure: string) => procedures[procedure]?._def.meta?.rule ?? '';

/** Every list and thing of a gallery, from the table of routes; each state asks for the next six. */
const paths: string[] = routes
  .filter(({ method, procedure }) => method === 'get' && /^gallery\./.test(ruleOf(procedure)))
  .map(({ path }) => path);
let asked = 0;
function nextPaths(): string[] {
  asked += 6;
  return Array.from({ length: 6 }, (_, i) => paths[(asked + i) % paths.length]!).map((path) =>
    path.replace(/\{\w+\}/, (_id, at: number) => {
      const noun = path.slice(0, at);
      if (noun.endsWith('/photos/')) return photo;
      return noun.endsWith('/faces/') ? people[asked % 2]! : gallery;
    }),
  );
}

/** What the rules say, written once more in their own words: the names a viewer must read, and those that may appear. */
function model(generated: State) {
  const { visibility, role, place: at, memberships, people: persons } = generated;
  const isMember = memberships.map((status) => status === 'approved');
  const isInGalleryClub = isMember.includes(true) || role === 'admin of the first club';
  const canRead =
    role === 'admin' ||
    at !== 'none' ||
    visibility === 'public' ||
    (visibility === 'club_restricted' && isInGalleryClub);
  const isPhotographerHere = role === 'photographer' || role === 'photographer of the first club';
  const isEditor = role === 'admin' || at === 'creator' || (at === 'photographer' && isPhotographerHere);
  const isOutsider = !isInGalleryClub && at === 'none' && role !== 'admin';
  /** Of a club's list, in the gallery as a reader: by belonging to the club, whatever else one may do elsewhere. */
  const isInside = (club: number) =>
    isMember[club] || role === 'admin' || (club === 0 && role === 'admin of the first club');
  /** And as an editor. */
  const linksPeople = (club: number) =>
    isInside(club) || role === 'photographer' || (club === 0 && role === 'photographer of the first club');
  return {
    canRead,
    people: persons.map(({ typed, links, nobodyOf }, p) => {
      const isSelf = (c: number) =>
        links[c]?.viewerIs === 'self' && !persons.slice(0, p).some((x) => x.links[c]?.viewerIs === 'self');
      const isFamily = (c: number) =>
        isMember[c] && (isSelf(c) || (links[c]?.viewerIs === 'guardian' && links[c]?.born !== 'adult'));
      const refused = links.some((known) => known?.consent === 'no');
      const must = new Set<string>();
      const may = new Set<string>();
      for (const [c, known] of links.entries()) {
        if (!known) continue;
        if (isFamily(c) || (isEditor && linksPeople(c))) must.add(clubName(p, c));
        else if (isInside(c) && known.consent === 'yes' && !refused) must.add(clubName(p, c));
      }
      const isLinked = links.some((known) => known !== null);
      const isHeld = nobodyOf.some((said, c) => keepsList(generated, c) && !said);
      if (typed && (isEditor || (!isLinked && !isOutsider && !isHeld))) {
        if (must.size === 0) must.add(typedName(p));
        else may.add(typedName(p));
      }
      return { must, may };
    }),
  };
}

describe('the names in a gallery', () => {
  test('are read by those who may read them and by nobody else, in every answer', async () => {
    const seen = { refused: 0, named: 0, numbered: 0 };
    await fc.assert(
      fc.asyncProperty(state, async (generated) => {
        const viewer = await store(generated);
        const expected = model(generated);
        const list = await viewer.call<{ faces: Person[] }>(
          'GET',
          `/facerecognition/galleries/${gallery}/faces`,
        );
        const rest = await Promise.all(nextPaths().map((path) => viewer.call('GET', path)));
        expect(list.status).toBe(expected.canRead ? 200 : 403);
        const answers = JSON.stringify([list, ...rest].map(({ body }) => body));
        const allowed = new Set(expected.people.flatMap(({ must, may }) => [...must, ...may]));
        for (const p of [0, 1])
          for (const name of [typedName(p), clubName(p, 0), clubName(p, 1)])
            if (!expected.canRead || !allowed.has(name))
              expect(answers, JSON.stringify(generated)).not.toContain(name);
        if (!expected.canRead) {
          seen.refused += 1;
          return;
        }
        for (const [p, { must }] of expected.people.entries()) {
          const shown = list.body.data.faces.find(({ id }) => id === people[p])!.shown_name;
          expect(new Set(shown.split(' / ').filter(Boolean)), JSON.stringify(generated)).toEqual(must);
          if (must.size > 0) seen.named += 1;
          else seen.numbered += 1;
        }
      }),
      { numRuns: runs(60, 500) },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(runs(0, 20));
  });
});
