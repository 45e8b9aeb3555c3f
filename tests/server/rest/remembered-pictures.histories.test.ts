/**
 * Random histories: after each change every viewer gets of every photo what a server gives that remembers nothing.
 * @module-tag long
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#server/contract/lifetimes.ts';
import type { PaperConsent } from '#server/contract/schemas/family.ts';
import { newId } from '#server/ids.ts';
import { createJobQueue } from '#server/jobs/queue.ts';
import { memoriesOf } from '#server/remember-until-written.ts';
import { renditionKey } from '#server/storage/storage-keys.ts';
import {
  type Actor,
  addMember,
  createActor,
  createClub,
  createEvent,
  createGallery,
  testPassword,
} from '#tests/support/actors.ts';
import { createClubPerson, makeGuardian, sayConsent, sayFind } from '#tests/support/club-people.ts';
import { createPhotoOf, groupByHand, personOf } from '#tests/support/faces.ts';
import { birthday } from '#tests/support/families.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { runs } from '#tests/support/thoroughness.ts';

const HISTORIES = Number(process.env.PICTURE_HISTORIES ?? runs(1, 8));

let app: PhotoApp;
/** The same server without a memory. */
let fresh: string;
let password_hash: string;
beforeAll(async () => {
  app = await startPhotoApp({
    blurFaces: ({ output, faces }) => writeFile(output, JSON.stringify(faces)),
  });
  fresh = await app.serveAs(memoriesOf(null));
  password_hash = await app.ctx.passwords.hash(testPassword);
});
afterAll(() => app.close());

const kinds = [
  'visibility',
  'membership',
  'added',
  'administrator',
  'club of gallery',
  'creator',
  'link switched off',
  'link ends',
  'link password',
  'link deleted',
  'people of link',
  'photos of link',
  'consent outside',
  'consent outside',
  'consent outside',
  'consent find',
  'paper removed',
  'paper removed',
  'guardian',
  'club blurs',
  'club shares',
  'linked person',
  'linked person',
  'hidden person',
  'left out by hand',
  'awaits comparison',
  'likely refuser',
  'declined',
  'asked',
  'nobody known',
  'taken down',
  'taken down',
  'analysis',
  'session',
  'account',
  'renditions',
  'photo deleted',
  'days pass',
  'days pass',
  'rolled back',
  'uncounted',
] as const;
const step = fc.record({ kind: fc.constantFrom(...kinds), which: fc.nat(99), how: fc.nat(99) });
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

class History {
  #club = '';
  #gallery = '';
  #viewers: Actor[] = [];
  #links: { id: string; token: string }[] = [];
  #photos: string[] = [];
  #people: string[] = [];
  #known: string[] = [];
  #guardian = '';
  /** How many pictures were given, and refused. */
  readonly seen = { given: 0, refused: 0 };

  async run(steps: readonly Step[]): Promise<void> {
    app.clock.set(null);
    await this.#prepare();
    await this.#compare('at first');
    for (const each of steps) {
      await this.#change(each);
      await this.#compare(JSON.stringify(each));
    }
  }

  async #prepare(): Promise<void> {
    const { db } = app.ctx;
    this.#club = await createClub(app);
    const event = await createEvent(app, [this.#club]);
    const creator = await createActor(app, ['photographer']);
    const [member, guardian, outsider, admin] = [
      await createActor(app),
      await createActor(app),
      await createActor(app),
      await createActor(app),
    ];
    this.#viewers = [creator, member, guardian, outsider, admin];
    for (const { id } of [member, guardian]) await addMember(app, this.#club, id);
    this.#gallery = await createGallery(app, { event, visibility: 'public', createdBy: creator.id });
    const groups: string[][] = [[], [], []];
    for (const people of [['a'], ['b', 'c'], ['a', 'b'], ['c']]) {
      const { photo, faces } = await createPhotoOf(app, this.#gallery, people);
      this.#photos.push(photo);
      for (const who of people) groups['abc'.indexOf(who)]?.push(faces[who]!);
      await this.#writeRendition(photo, 1);
    }
    await db.updateTable('photo_analysis').set({ status: 'completed', pipeline_version: 'test 1' }).execute();
    await groupByHand(app, this.#gallery, groups);
    for (const group of groups) this.#people.push(await personOf(app, group[0]!));
    // One comes of age while days pass.
    const soonAdult = new Date(Date.parse(birthday(18)) + 5 * dayMs).toISOString().slice(0, 10);
    this.#guardian = guardian.id;
    for (const born_on of [birthday(8), soonAdult]) {
      const known = await createClubPerson(app, this.#club, { born_on });
      await makeGuardian(app, known, guardian.id);
      await sayFind(app, known, 'yes', { as: 'guardian', by: guardian.id });
      this.#known.push(known);
    }
    await db.updateTable('club').set({ allows_family_links: true }).execute();
    for (const scope of ['gallery', 'people', 'photos', 'club_person'] as const) {
      const link = { id: newId(), token: newId() };
      this.#links.push(link);
      const of =
        scope === 'club_person' ? { club_person_id: this.#known[0]! } : { gallery_id: this.#gallery };
      const expires_at = new Date(Date.now() + 9 * dayMs);
      await db
        .insertInto('share_link')
        .values({ ...link, ...of, scope, created_by: guardian.id, expires_at })
        .execute();
    }
    await this.#toggle('share_link_person', {
      share_link_id: this.#links[1]!.id,
      person_id: this.#people[0]!,
    });
    await this.#toggle('share_link_photo', { share_link_id: this.#links[2]!.id, photo_id: this.#photos[1]! });
    await this.#link(this.#people[0]!, this.#known[0]!);
  }

  async #writeRendition(photo: string, version: number): Promise<void> {
    const path = join(app.folder, renditionKey(photo, 'small', version));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `version ${version} of ${photo}`);
  }

  /** Removes a row of two columns, or adds it. */
  async #toggle(table: string, row: Record<string, string>): Promise<void> {
    const [one, other] = Object.keys(row);
    const [first, second] = Object.values(row);
    const { rows } = await sql`delete from ${sql.table(table)} where ${sql.ref(one!)} = ${first}::uuid
      and ${sql.ref(other!)} = ${second}::uuid returning 1`.execute(app.ctx.db);
    if (rows.length === 0)
      await sql`insert into ${sql.table(table)} (${sql.ref(one!)}, ${sql.ref(other!)})
        values (${first}::uuid, ${second}::uuid)`.execute(app.ctx.db);
  }

  async #link(person_id: string, club_person_id: string): Promise<void> {
    const { db } = app.ctx;
    const { numDeletedRows } = await db
      .deleteFrom('club_person_link')
      .where('person_id', '=', person_id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) return;
    await db
      .insertInto('club_person_link')
      .values({ person_id, club_id: this.#club, club_person_id })
      .execute();
  }

  async #change({ kind, which, how }: Step): Promise<void> {
    const { db, clock } = app.ctx;
    const now = clock.now();
    const viewer = at(this.#viewers, which);
    const link = at(this.#links, which);
    const photo = at(this.#photos, which);
    const known = at(this.#known, which);
    const gallery_id = this.#gallery;
    switch (kind) {
      case 'visibility': {
        const visibility = at(['public', 'club_restricted', 'private'] as const, how);
        return void (await db
          .updateTable('gallery')
          .set({ visibility })
          .where('id', '=', gallery_id)
          .execute());
      }
      case 'membership':
        await db.deleteFrom('club_membership').where('user_id', '=', viewer.id).execute();
        if (how % 3 > 0) await addMember(app, this.#club, viewer.id, how % 3 === 1 ? 'approved' : 'pending');
        return;
      case 'added':
        return this.#toggle('gallery_user', { gallery_id, user_id: viewer.id });
      case 'administrator': {
        const user_id = this.#viewers[4]!.id;
        const held = await db
          .deleteFrom('role_assignment')
          .where('user_id', '=', user_id)
          .executeTakeFirstOrThrow();
        if (held.numDeletedRows === 0n)
          await db
            .insertInto('role_assignment')
            .values({ id: newId(), user_id, role_name: 'admin' })
            .execute();
        return;
      }
      case 'club of gallery':
        return this.#toggle('gallery_club', { gallery_id, club_id: this.#club });
      case 'creator': {
        const created_by = at(this.#viewers, how).id;
        return void (await db
          .updateTable('gallery')
          .set({ created_by })
          .where('id', '=', gallery_id)
          .execute());
      }
      case 'link switched off':
      case 'link ends':
      case 'link password': {
        const changed = {
          'link switched off': { is_active: how % 2 === 0 },
          'link ends': { expires_at: new Date(now.getTime() + (how - 30) * 1_000 * 3_600) },
          'link password': { password_hash: how % 2 === 0 ? password_hash : null },
        }[kind];
        return void (await db.updateTable('share_link').set(changed).where('id', '=', link.id).execute());
      }
      case 'link deleted':
        return void (await db.deleteFrom('share_link').where('id', '=', link.id).execute());
      case 'people of link':
      case 'photos of link': {
        const { id } = this.#links[kind === 'people of link' ? 1 : 2]!;
        const exists = await db.selectFrom('share_link').select('id').where('id', '=', id).executeTakeFirst();
        if (!exists) return;
        if (kind === 'people of link')
          return this.#toggle('share_link_person', { share_link_id: id, person_id: at(this.#people, how) });
        return this.#toggle('share_link_photo', { share_link_id: id, photo_id: photo });
      }
      case 'paper removed': {
        const path = `/clubs/${this.#club}/people/${known}/paper-consents`;
        const { call } = await createActor(app, ['admin']);
        const { body } = await call<{ papers: PaperConsent[] }>('GET', path);
        const paper = body.data.papers.find(({ purpose }) => purpose === 'outside');
        if (paper) expect((await call('DELETE', `${path}/${paper.id}`)).status).toBe(200);
        return;
      }
      case 'consent outside':
      case 'consent find':
        await sayConsent(app, known, kind === 'consent find' ? 'find' : 'outside', at(['no', 'yes'], how), {
          ...(how % 3 === 0 ? { as: 'paper' as const } : { as: 'guardian' as const, by: this.#guardian }),
          ...(how % 5 === 0 && { until: new Date(now.getTime() + 3 * dayMs).toISOString().slice(0, 10) }),
        });
        return;
      case 'guardian':
        return void (await db
          .updateTable('guardianship')
          .set({ state: at(['confirmed', 'ended'] as const, how), decided_at: now, ended_at: null })
          .where('club_person_id', '=', known)
          .execute()
          .catch(() => undefined));
      case 'club blurs':
        return void (await db
          .updateTable('club')
          .set({
            refused_outside: at(['blur', 'leave_out'] as const, how),
            refused_outside_since: new Date(0),
          })
          .execute());
      case 'club shares':
        return void (await db
          .updateTable('club')
          .set({ allows_family_links: how % 3 > 0 })
          .execute());
      case 'linked person':
        return this.#link(at(this.#people, how), known);
      case 'hidden person':
        return void (await db
          .updateTable('person')
          .set({ is_hidden: how % 2 === 0 })
          .where('id', '=', at(this.#people, which))
          .execute());
      case 'left out by hand':
        return void (await db
          .updateTable('photo')
          .set({ is_kept_inside: how % 2 === 0 })
          .where('id', '=', photo)
          .execute());
      case 'awaits comparison':
        return void (await db
          .updateTable('photo')
          .set({ awaits_comparison: how % 2 === 0 })
          .where('id', '=', photo)
          .execute());
      case 'likely refuser': {
        const gone = await db.deleteFrom('likely_refusal').executeTakeFirstOrThrow();
        const face = db.selectFrom('face').where('photo_id', '=', photo);
        if (gone.numDeletedRows === 0n)
          await db
            .insertInto('likely_refusal')
            .columns(['face_id', 'club_person_id', 'since'])
            .expression(
              face.select(['id', sql<string>`${known}::uuid`.as('of'), sql<Date>`now()`.as('since')]),
            )
            .execute();
        return;
      }
      case 'asked': {
        const gone = await db.deleteFrom('asked_face').executeTakeFirstOrThrow();
        const face = db.selectFrom('face').where('photo_id', '=', photo);
        if (gone.numDeletedRows === 0n)
          await db
            .insertInto('asked_face')
            .columns(['face_id', 'asked_at'])
            .expression(face.select(['id', sql<Date>`now()`.as('at')]))
            .execute();
        return;
      }
      case 'nobody known':
        return void (await db
          .updateTable('person')
          .set({ checked_as: how % 2 === 0 ? 'nobody_known' : null })
          .where('id', '=', at(this.#people, which))
          .execute());
      case 'declined': {
        const person_id = at(this.#people, which);
        const gone = await db
          .deleteFrom('declined_link')
          .where('person_id', '=', person_id)
          .executeTakeFirstOrThrow();
        if (gone.numDeletedRows === 0n)
          await db
            .insertInto('declined_link')
            .values({ person_id, club_person_id: known, declined_at: now })
            .execute();
        return;
      }
      case 'taken down': {
        const gone = await db.deleteFrom('takedown').where('photo_id', '=', photo).executeTakeFirstOrThrow();
        if (gone.numDeletedRows === 0n)
          await db
            .insertInto('takedown')
            .values({ id: newId(), gallery_id, photo_id: photo, asked_at: now })
            .execute();
        return;
      }
      case 'analysis':
        return void (await db
          .updateTable('photo_analysis')
          .set({ status: at(['completed', 'queued'] as const, how) })
          .where('photo_id', '=', photo)
          .execute());
      case 'session':
        return void (await db
          .updateTable('session')
          .set(
            at(
              [
                { revoked_at: now },
                { revoked_at: null },
                { expires_at: new Date(now.getTime() + how * 3_600_000) },
              ],
              how,
            ),
          )
          .where('user_id', '=', viewer.id)
          .execute());
      case 'account':
        return void (await db
          .updateTable('app_user')
          .set({ is_active: how % 2 === 0 })
          .where('id', '=', viewer.id)
          .execute());
      case 'renditions':
        await this.#writeRendition(photo, how + 2);
        return void (await db
          .updateTable('photo')
          .set({ rendition_version: how + 2 })
          .where('id', '=', photo)
          .execute());
      case 'photo deleted':
        if (how % 3 === 0) await db.deleteFrom('photo').where('id', '=', photo).execute();
        return;
      case 'days pass':
        return app.clock.set(new Date(now.getTime() + (how % 7) * dayMs));
      case 'rolled back':
        return db
          .transaction()
          .execute(async (trx) => {
            await trx.deleteFrom('gallery').where('id', '=', gallery_id).execute();
            throw new Error('rolled back');
          })
          .catch(() => undefined);
      case 'uncounted':
        return db
          .transaction()
          .execute((trx) => createJobQueue().enqueue(trx, 'remove-files', [{ keys: [] }]));
    }
  }

  /** Each picture and list twice: the second answer is remembered where the first may have been read. */
  async #compare(after: string): Promise<void> {
    const pictures = this.#photos.map((photo) => `/${photo}/download?size=small`);
    const paths = [
      ...this.#viewers.flatMap(({ token }) => {
        const headers = { Authorization: `Bearer ${token}` };
        const lists = ['', '?order=added', `?face_id=${this.#people[0]}`, '?for_print=true'];
        return [
          ...pictures.map((picture) => ({ path: `/api/photos${picture}`, headers })),
          ...lists.map((list) => ({ path: `/api/photos/gallery/${this.#gallery}${list}`, headers })),
        ];
      }),
      ...this.#links.flatMap(({ token }) => {
        const photos = `/api/galleries/shared/${token}/photos`;
        return [...pictures, '', `?person_id=${this.#people[0]}`].map((path) => ({
          path: photos + path,
          headers: {},
        }));
      }),
    ];
    await Promise.all(
      paths.map(async ({ path, headers }) => {
        const asIs = await answer(fresh + path, headers);
        for (const _ of ['first', 'second'])
          expect({ after, path, ...(await answer(app.url + path, headers)) }).toEqual({
            after,
            path,
            ...asIs,
          });
        if (asIs.status === 200) this.seen.given += 1;
        else this.seen.refused += 1;
        if (asIs.etag === null || !path.includes('/download')) return;
        const known = { ...headers, 'If-None-Match': asIs.etag };
        expect((await answer(app.url + path, known)).status).toBe(304);
      }),
    );
  }
}

async function answer(url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers });
  const { request_id: _, ...told } = (await response
    .clone()
    .json()
    .catch(async () => ({ bytes: await response.text() }))) as Record<string, unknown>;
  const cache = response.headers.get('cache-control');
  return { status: response.status, etag: response.ok ? response.headers.get('etag') : null, cache, told };
}

test('after each change every viewer gets of every photo and list what the database says then', async () => {
  const seen = { given: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 8, maxLength: runs(12, 25), size: 'max' }),
      async (steps) => {
        const history = new History();
        await history.run(steps);
        seen.given += history.seen.given;
        seen.refused += history.seen.refused;
      },
    ),
    { numRuns: HISTORIES, seed: Number(process.env.PICTURE_SEED ?? 20_261_126) },
  );
  expect(Math.min(seen.given, seen.refused)).toBeGreaterThan(100);
}, 3_600_000);
