/** Random histories of a gallery: in every order of edits and groupings, its invariants hold. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { clusterFaces } from '#ml/index.ts';
import { AppError } from '#server/contract/app-error.ts';
import { buildClusterInput } from '#server/face-engine/build-cluster-input.ts';
import { chooseRepresentatives } from '#server/features/faces/gallery-people/choose-representatives.repository.ts';
import { loadGalleryFaces } from '#server/features/faces/gallery-people/faces-to-cluster.repository.ts';
import { hidePerson } from '#server/features/faces/gallery-people/hide-person.ts';
import { keepPeopleApart } from '#server/features/faces/gallery-people/keep-people-apart.ts';
import { mergePeople } from '#server/features/faces/gallery-people/merge-people.ts';
import { moveFaces } from '#server/features/faces/gallery-people/move-faces.ts';
import { numbersOnly } from '#server/features/faces/gallery-people/names-for-signed-in.repository.ts';
import { listDecisions } from '#server/features/faces/gallery-people/people-decisions.repository.ts';
import type { RecordedDecision } from '#server/features/faces/gallery-people/record-decision.ts';
import { rejectFaces } from '#server/features/faces/gallery-people/reject-faces.ts';
import { renamePerson } from '#server/features/faces/gallery-people/rename-person.ts';
import { setRepresentative } from '#server/features/faces/gallery-people/set-representative.ts';
import { undoDecision } from '#server/features/faces/gallery-people/undo-decision.ts';
import { analysisStamp, getFaceSettings } from '#server/features/faces/recognition/face-settings.ts';
import { saveFaces } from '#server/features/faces/recognition/save-faces.repository.ts';
import { markChecked } from '#server/features/faces/who-is-who/mark-checked.ts';
import { createGrowth } from '#server/jobs/grow-gallery.ts';
import { clusterGallery } from '#server/jobs/handlers/cluster-gallery.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { cautious } from '#tests/ml/cluster/galleries.ts';
import { createActor, createEvent, createGallery, createPhoto } from '#tests/support/actors.ts';
import { foundFace, syntheticEmbedding, testRecogniser } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { runs } from '#tests/support/thoroughness.ts';

const app = startTestAppBeforeAll();
let viewer: SignedIn;
let eventId: string;
let processes: ReturnType<typeof createGrowth>[] | undefined;
beforeAll(async () => {
  const admin = await createActor(app, ['admin']);
  viewer = { id: admin.id } as SignedIn;
  eventId = await createEvent(app);
});

const who = fc.nat({ max: 4 });
/** Which of the things there are then; taken modulo their number. */
const pick = fc.nat({ max: 999 });
const noisyFace = fc.record({
  who,
  noise: fc.nat({ max: 9 }),
  grade: fc.constantFrom('core', 'core', 'weak'),
});
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('photo'),
      faces: fc.array(noisyFace, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('group') }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('threshold'), value: fc.constantFrom(0.01, 0.065, 0.2, 0.6) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('look again'), at: pick, loses: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete photo'), at: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename'), at: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hide'), at: pick, hidden: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('nobody we know'), at: pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('merge'),
      at: pick,
      others: fc.array(pick, { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move'),
      faces: fc.array(pick, { minLength: 1, maxLength: 3 }),
      at: pick,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('split'),
      faces: fc.array(pick, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('reject'),
      faces: fc.array(pick, { minLength: 1, maxLength: 2 }),
      at: pick,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('picture'), at: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('keep apart'), at: pick, other: pick }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('undo'), at: pick }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One gallery and what is asked of it. */
class GalleryHistory {
  readonly gallery: string;
  /** Decision id -> what humans had said before it. Taken back in their order, that is what must be there again. */
  readonly #before: { id: string; words: string }[] = [];
  #photos = 0;
  #groupings = 0;

  constructor(gallery: string) {
    this.gallery = gallery;
  }

  get #ctx() {
    return { ...app.ctx, viewer };
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const each of steps) await this.#do(each);
    await this.#group();
    // In the end everything is taken back, the last first.
    for (const { id, words } of this.#before.toReversed()) {
      await undoDecision(this.#ctx, this.gallery, id);
      expect(await this.#words()).toBe(words);
      await this.#group();
      expect(await this.#words()).toBe(words);
    }
  }

  async #do(each: Step): Promise<void> {
    const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];
    const persons = await this.#ids('person');
    const faces = await this.#ids('face');
    const some = (indices: readonly number[]) => [...new Set(indices.map((i) => at(faces, i)!))];
    const args = (index: number) => ({ galleryId: this.gallery, personId: at(persons, index)! });
    if (each.kind === 'photo') return this.#addPhoto(each.faces);
    if (each.kind === 'group') return this.#group();
    if (each.kind === 'threshold') return this.#setThreshold(each.value);
    if (faces.length === 0 || persons.length === 0) return;
    switch (each.kind) {
      case 'look again':
        return this.#lookAgain(at(await this.#ids('photo'), each.at)!, each.loses);
      case 'delete photo':
        return this.#deletePhoto(at(await this.#ids('photo'), each.at)!);
      case 'rename':
        return this.#decide(() => renamePerson(this.#ctx, args(each.at), `Name ${each.at}`));
      case 'hide':
        return this.#decide(() => hidePerson(this.#ctx, args(each.at), each.hidden));
      case 'nobody we know':
        return this.#decide(() =>
          markChecked(this.#ctx, this.gallery, [at(persons, each.at)!], 'nobody_known'),
        );
      case 'merge':
        return this.#decide(() =>
          mergePeople(
            this.#ctx,
            args(each.at),
            each.others.map((i) => at(persons, i)!),
          ),
        );
      case 'move':
        return this.#decide(() =>
          moveFaces(this.#ctx, this.gallery, some(each.faces), at(persons, each.at)!),
        );
      case 'split':
        return this.#decide(() => moveFaces(this.#ctx, this.gallery, some(each.faces), null));
      case 'reject':
        return this.#decide(() => rejectFaces(this.#ctx, args(each.at), some(each.faces)));
      case 'picture': {
        const placed = await app.ctx.db
          .selectFrom('assignment')
          .innerJoin('person', 'person.id', 'person_id')
          .select(['face_id', 'person_id'])
          .where('gallery_id', '=', this.gallery)
          .orderBy('face_id')
          .execute();
        const one = at(placed, each.at);
        if (!one) return;
        const target = { galleryId: this.gallery, personId: one.person_id };
        return this.#decide(() => setRepresentative(this.#ctx, target, one.face_id));
      }
      case 'keep apart':
        return this.#decide(() =>
          keepPeopleApart(this.#ctx, this.gallery, at(persons, each.at)!, at(persons, each.other)!),
        );
      case 'undo':
        return this.#undo(each.at);
    }
  }

  async #ids(table: 'person' | 'face' | 'photo'): Promise<string[]> {
    const rows = await app.ctx.db
      .selectFrom(table)
      .select('id')
      .where('gallery_id', '=', this.gallery)
      .orderBy('id')
      .execute();
    return rows.map((row) => row.id);
  }

  async #addPhoto(faces: readonly { who: number; noise: number; grade: string }[]): Promise<void> {
    const photo = await createPhoto(app, this.gallery);
    await app.ctx.db
      .updateTable('photo_analysis')
      .set({ status: 'completed', pipeline_version: await this.#stamp() })
      .where('photo_id', '=', photo)
      .execute();
    this.#photos++;
    const words = await this.#words();
    await this.#save(
      photo,
      faces.map((face, i) => ({
        ...foundFace('', { grade: face.grade as 'core' | 'weak' }),
        box: { x: i / 10, y: 0.1, w: 0.08, h: 0.1 },
        embedding: this.#embedding(face, `${this.#photos} ${i}`),
      })),
    );
    expect(await this.#words()).toBe(words);
  }

  #embedding({ who: person, noise }: { who: number; noise: number }, salt: string): Float32Array {
    const own = syntheticEmbedding(`who ${person}`);
    const chance = syntheticEmbedding(`chance ${salt}`);
    return own.map((value, i) => value + (noise / 12) * chance[i]!);
  }

  #save(photo: string, found: Parameters<typeof saveFaces>[2]): Promise<void> {
    const stamp = { recogniser: testRecogniser, pipelineVersion: 'test' };
    return app.ctx.db
      .transaction()
      .execute((trx) => saveFaces(trx, { id: photo, gallery_id: this.gallery }, found, stamp));
  }

  /** The same photo analysed again, by another detector perhaps: one face may be lost and a new one found. */
  async #lookAgain(photo: string, loses: boolean): Promise<void> {
    const words = await this.#words();
    const known = await app.ctx.db
      .selectFrom('face')
      .select(['id', 'x'])
      .where('photo_id', '=', photo)
      .orderBy('id')
      .execute();
    const kept = loses ? known.slice(1) : known;
    await this.#save(photo, [
      ...kept.map(({ id, x }, i) => ({
        ...foundFace('', { matches: id }),
        box: { x, y: 0.11, w: 0.08, h: 0.1 },
        embedding: this.#embedding({ who: i, noise: 3 }, `${id} again`),
      })),
      ...(loses ? [{ ...foundFace('who 1'), box: { x: 0.8, y: 0.1, w: 0.08, h: 0.1 } }] : []),
    ]);
    expect(await this.#words()).toBe(words);
  }

  /** What was said about its faces goes with it, also from what is remembered. */
  async #deletePhoto(photo: string): Promise<void> {
    const gone = await app.ctx.db.selectFrom('face').select('id').where('photo_id', '=', photo).execute();
    await app.ctx.db.deleteFrom('photo').where('id', '=', photo).execute();
    const ids = new Set(gone.map((row) => row.id));
    for (const known of this.#before)
      known.words = known.words
        .split('\n')
        .filter((line) => ![...ids].some((id) => line.startsWith(`face ${id}`)))
        .join('\n');
    await this.#group(); // as the server does after a deletion
  }

  /** Photos count as analysed with the settings in force; otherwise grouping would wait for them. */
  async #stamp(): Promise<string> {
    return analysisStamp(await getFaceSettings(app.ctx.db, app.ctx.engine), app.ctx.engine);
  }

  async #setThreshold(value: number): Promise<void> {
    await app.ctx.db
      .insertInto('face_setting')
      .values({
        min_confidence: 0.6,
        min_size_ratio: 0.02,
        match_threshold: value,
        match_threshold_for: 'mobilefacenet cosine',
      })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ match_threshold: value }))
      .execute();
  }

  async #group(): Promise<void> {
    const words = await this.#words();
    const process = await this.#expectRemembered();
    await clusterGallery(app.ctx).run({ gallery_id: this.gallery }, new AbortController().signal);
    process.carriedOut(this.gallery);
    expect(await this.#words()).toBe(words);
    await this.#expectOrder();
  }

  /** A process that remembers the gallery plans as one that reads it anew, also where another has grouped it meanwhile. */
  async #expectRemembered(): Promise<ReturnType<typeof createGrowth>> {
    processes ??= [createGrowth(app.ctx, 1), createGrowth(app.ctx, 1)];
    const parameters = { metric: 'cosine' as const, threshold: 0.2, calibration: cautious() };
    const regroupAfter = this.#groupings % 3 === 2 ? new Date(0) : null;
    const process = processes[this.#groupings++ % processes.length]!;
    const gallery = { galleryId: this.gallery, recogniser: testRecogniser, parameters, regroupAfter };
    const { plan } = await process.plan(gallery, new AbortController().signal);
    const faces = await loadGalleryFaces(app.ctx.db, this.gallery, testRecogniser, regroupAfter);
    const { groups: _, ...fresh } = clusterFaces(buildClusterInput(faces, { ...parameters, mode: 'extend' }));
    const { changedFaces, ...growth } = plan;
    expect(growth).toEqual(fresh);
    await this.#expectRepresentatives(changedFaces);
    return process;
  }

  /** Who is looked at where these faces alone have changed is represented as where everybody is looked at. */
  async #expectRepresentatives(changedFaces?: readonly string[]): Promise<void> {
    const trx = await app.ctx.db.startTransaction().execute();
    const chosen = async (changed?: readonly string[]) => {
      await chooseRepresentatives(trx, this.gallery, changed);
      const people = trx.selectFrom('person').select(['id', 'representative_face_id']);
      return people.where('gallery_id', '=', this.gallery).orderBy('id').execute();
    };
    const known = await chosen(changedFaces);
    expect(known).toEqual(await chosen());
    await trx.rollback().execute();
  }

  async #decide(decision: () => Promise<RecordedDecision>): Promise<void> {
    const words = await this.#words();
    const rows = await this.#rows();
    let id: string;
    try {
      id = (await decision()).decision_id;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      expect(await this.#rows()).toBe(rows);
      return;
    }
    await undoDecision(this.#ctx, this.gallery, id);
    expect(await this.#rows()).toBe(rows);
    id = (await decision()).decision_id;
    this.#before.push({ id, words });
    await this.#expectOrder({ grouped: false });
  }

  /** Whatever the history offers can be undone, and nothing else. */
  async #undo(index: number): Promise<void> {
    const { decisions } = await listDecisions(
      app.ctx.db,
      this.gallery,
      { limit: 500, offset: 0 },
      numbersOnly,
    );
    const one = decisions[index % Math.max(1, decisions.length)];
    if (!one) return;
    if (!one.can_undo) {
      await expect(undoDecision(this.#ctx, this.gallery, one.id)).rejects.toBeInstanceOf(AppError);
      return;
    }
    const last = this.#before.at(-1);
    if (last?.id !== one.id) return; // out of order: what must be there then is a matter of taste, not of proof
    this.#before.pop();
    await undoDecision(this.#ctx, this.gallery, one.id);
    expect(await this.#words()).toBe(last.words);
  }

  /** Everything a human said, one fact a line. */
  async #words(): Promise<string> {
    const { rows } = await sql<{ line: string }>`
      select 'face ' || a.face_id || ' is ' || a.person_id as line
        from assignment a join face f on f.id = a.face_id where f.gallery_id = ${this.gallery} and a.source = 'manual'
      union all select 'face ' || r.face_id || ' is not ' || r.person_id
        from rejection r join face f on f.id = r.face_id where f.gallery_id = ${this.gallery}
      union all select 'apart ' || first_id || ' ' || second_id
        from kept_apart k join person p on p.id = k.first_id where p.gallery_id = ${this.gallery}
      union all select 'face ' || representative_face_id || ' shows ' || id
        from person where gallery_id = ${this.gallery} and representative_chosen and representative_face_id is not null
      union all select 'person ' || id || ' ' || name || ' ' || is_hidden
        from person where gallery_id = ${this.gallery} and (name <> '' or is_hidden)
      order by line`.execute(app.ctx.db);
    return rows.map((row) => row.line).join('\n');
  }

  /** Every row that says who is who; pictures only where a human chose them, the machine's follow the faces. */
  async #rows(): Promise<string> {
    const { rows } = await sql<{ line: string }>`
      select row_to_json(a)::text as line from assignment a join face f on f.id = a.face_id where f.gallery_id = ${this.gallery}
      union all select row_to_json(r)::text from rejection r join face f on f.id = r.face_id where f.gallery_id = ${this.gallery}
      union all select row_to_json(k)::text from kept_apart k join person p on p.id = k.first_id where p.gallery_id = ${this.gallery}
      union all select (to_jsonb(p) - case when representative_chosen then '' else 'representative_face_id' end)::text
        from person p where gallery_id = ${this.gallery}
      order by line`.execute(app.ctx.db);
    return rows.map((row) => row.line).join('\n');
  }

  async #expectOrder({ grouped = true } = {}): Promise<void> {
    const none = async (query: ReturnType<typeof sql>) =>
      expect((await query.execute(app.ctx.db)).rows).toEqual([]);
    // What a human refused is not there.
    await none(sql`select r.* from rejection r join assignment a on a.face_id = r.face_id and a.person_id = r.person_id
      join face f on f.id = r.face_id where f.gallery_id = ${this.gallery}`);
    // Every person with faces has a picture, which shows one of these faces.
    await none(sql`select p.id, p.representative_face_id from person p where p.gallery_id = ${this.gallery}
      and exists (select 1 from assignment a join face f on f.id = a.face_id where a.person_id = p.id and f.is_current)
      and not exists (select 1 from assignment a where a.person_id = p.id and a.face_id = p.representative_face_id)`);
    if (!grouped) return;
    // The machine never puts a face beside another of the same photo.
    await none(sql`select a.person_id, f.photo_id from assignment a join face f on f.id = a.face_id
      where f.gallery_id = ${this.gallery} and f.is_current group by 1, 2
      having count(*) > 1 and count(*) filter (where a.source = 'auto') > 0`);
    // No orphan is left: a person without faces and without human decisions.
    await none(sql`select p.id from person p where p.gallery_id = ${this.gallery} and p.name = '' and not p.is_hidden
      and not p.representative_chosen and not exists (select 1 from assignment a where a.person_id = p.id)
      and not exists (select 1 from rejection r where r.person_id = p.id)
      and not exists (select 1 from kept_apart k where p.id in (k.first_id, k.second_id))`);
  }
}

test('no order of additions, groupings, decisions and undoings breaks what a human said', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
      const gallery = await createGallery(app, {
        event: eventId,
        visibility: 'public',
        createdBy: viewer.id,
      });
      await app.ctx.db.deleteFrom('face_setting').execute();
      await new GalleryHistory(gallery).run(steps);
    }),
    { numRuns: runs(3, 60), interruptAfterTimeLimit: 300_000 },
  );
});
