/** Random histories of a gallery in which families answer: no answer is lost, and no yes appears that was not given. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { mergePeople } from '#server/features/faces/gallery-people/merge-people.ts';
import { moveFaces } from '#server/features/faces/gallery-people/move-faces.ts';
import { undoDecision } from '#server/features/faces/gallery-people/undo-decision.ts';
import { declineLink } from '#server/features/faces/who-is-who/link-to-club-person.ts';
import { eraseFaceSearchUnlessAgreed } from '#server/features/people/club-people/erase-face-search.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { addMember, createActor, createClub, createEvent, createGallery } from '#tests/support/actors.ts';
import { createClubPerson, sayFind } from '#tests/support/club-people.ts';
import { createPhotoOf, groupByHand } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { runs } from '#tests/support/thoroughness.ts';

const app = startTestAppBeforeAll();
let viewer: SignedIn;
let event: string;
let children: string[];
beforeAll(async () => {
  viewer = { id: (await createActor(app, ['admin'])).id, grants: [] as string[] } as unknown as SignedIn;
  const club = await createClub(app);
  await addMember(app, club, viewer.id);
  event = await createEvent(app, [club]);
  children = [await createClubPerson(app, club), await createClubPerson(app, club, { name: 'Lea' })];
});

const pick = fc.nat({ max: 999 });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('answer'),
      at: pick,
      child: pick,
      answer: fc.constantFrom('yes', 'no'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('decline'), at: pick, child: pick }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('merge'), at: pick, other: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('split'), face: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move'), face: pick, at: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw'), child: pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo') }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!;

/** Milliseconds; grows with each step of every history. */
let now = Date.parse('2026-01-01');

class GalleryHistory {
  readonly gallery: string;
  /** With the face that a decision moved by itself. */
  readonly #decisions: { id: string; face: string | undefined }[] = [];
  /** What a family said last about the person whose face this is. A face moved by itself says nothing. */
  readonly #said = new Map<string, 'yes' | 'no'>();

  /** Whose family has answered since it last agreed. */
  readonly #spoken = new Set<string>();

  constructor(gallery: string) {
    this.gallery = gallery;
  }
  get #ctx() {
    return { ...app.ctx, viewer };
  }

  async run(steps: readonly Step[]): Promise<void> {
    this.#nextMinute();
    for (const child of children) await sayFind(app, child, 'yes');
    for (const each of steps) {
      this.#nextMinute();
      await this.#do(each);
      await this.#expectAnswers();
    }
    app.clock.set(null);
  }

  #nextMinute(): void {
    now += 60_000;
    app.clock.set(new Date(now));
  }

  async #do(each: Step): Promise<void> {
    const faces = await this.#faces();
    const persons = [...new Set(faces.map(({ person_id }) => person_id))];
    if (each.kind === 'undo') {
      const last = this.#decisions.pop();
      if (last) await undoDecision(this.#ctx, this.gallery, last.id);
      return this.#forget(last?.face);
    }
    if (each.kind === 'withdraw') return this.#withdraw(at(children, each.child));
    if (each.kind === 'answer') {
      const [person, child] = [at(persons, each.at), at(children, each.child)];
      for (const { face_id } of faces.filter(({ person_id }) => person_id === person))
        this.#said.set(`${face_id} ${child}`, each.answer);
      this.#spoken.add(child);
      const said = { answer: each.answer, answered_by: viewer.id, answered_at: app.ctx.clock.now() };
      await app.ctx.db
        .insertInto('link_question')
        .values({ person_id: person, club_person_id: child, ...said })
        .onConflict((conflict) => conflict.columns(['person_id', 'club_person_id']).doUpdateSet(said))
        .execute();
      return;
    }
    if (each.kind === 'decline') {
      const target = { galleryId: this.gallery, personId: at(persons, each.at) };
      return declineLink(this.#ctx, target, at(children, each.child));
    }
    if (each.kind === 'merge') {
      const [personId, other] = [at(persons, each.at), at(persons, each.other)];
      if (personId === other) return;
      return this.#decide(() => mergePeople(this.#ctx, { galleryId: this.gallery, personId }, [other]));
    }
    const { face_id, person_id } = at(faces, each.face);
    const target = each.kind === 'move' ? at(persons, each.at) : null;
    if (target === person_id) return;
    const wasAlone = faces.filter((face) => face.person_id === person_id).length === 1;
    const moved = target && !wasAlone ? face_id : undefined;
    await this.#decide(() => moveFaces(this.#ctx, this.gallery, [face_id], target), moved);
    this.#forget(moved);
  }

  #forget(face: string | undefined): void {
    for (const child of children) this.#said.delete(`${face} ${child}`);
  }

  /** Undone at once, nothing has changed. */
  async #decide(decision: () => Promise<{ decision_id: string }>, face?: string): Promise<void> {
    const rows = await this.#rows();
    await undoDecision(this.#ctx, this.gallery, (await decision()).decision_id);
    expect(await this.#rows()).toEqual(rows);
    this.#decisions.push({ id: (await decision()).decision_id, face });
  }

  async #withdraw(child: string): Promise<void> {
    this.#spoken.delete(child);
    await sayFind(app, child, 'withdrawn');
    await app.ctx.db
      .transaction()
      .execute((trx) => eraseFaceSearchUnlessAgreed(trx, [child], app.ctx.clock.today()));
    for (const key of this.#said.keys()) if (key.endsWith(child)) this.#said.delete(key);
    const left = await sql`select 1 from link_question where club_person_id = ${child}::uuid
      union all select 1 from link_question_before where club_person_id = ${child}::uuid`.execute(app.ctx.db);
    expect(left.rows).toEqual([]);
    this.#nextMinute();
    await sayFind(app, child, 'yes');
  }

  async #faces() {
    return app.ctx.db
      .selectFrom('assignment')
      .innerJoin('face', 'face.id', 'assignment.face_id')
      .select(['assignment.face_id', 'assignment.person_id'])
      .where('face.gallery_id', '=', this.gallery)
      .orderBy('assignment.face_id')
      .execute();
  }

  async #expectAnswers(): Promise<void> {
    const answers = await app.ctx.db
      .selectFrom('link_question')
      .innerJoin('person', 'person.id', 'link_question.person_id')
      .select(['person_id', 'club_person_id', 'answer'])
      .where('gallery_id', '=', this.gallery)
      .execute();
    const faces = await this.#faces();
    for (const child of children) {
      const about = answers.filter(({ club_person_id }) => club_person_id === child);
      if (!this.#spoken.has(child)) expect(about.filter(({ answer }) => answer !== 'open')).toEqual([]);
      for (const { face_id, person_id } of faces) {
        const said = this.#said.get(`${face_id} ${child}`);
        const answer = about.find((each) => each.person_id === person_id)?.answer;
        if (said) expect([said, answer]).toEqual([said, expect.any(String)]);
        if (said === 'no') expect(answer).not.toBe('yes');
      }
    }
  }

  async #rows() {
    const of = async (table: 'link_question' | 'declined_link') =>
      (
        await sql`select to_jsonb(t) as row from ${sql.table(table)} t join person p on p.id = t.person_id
          where p.gallery_id = ${this.gallery}::uuid order by t.person_id, t.club_person_id`.execute(
          app.ctx.db,
        )
      ).rows;
    return [await of('link_question'), await of('declined_link'), await this.#faces()];
  }
}

test('no merging, splitting, moving and undoing loses what a family said or makes it a yes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25, size: 'max' }), async (steps) => {
      const gallery = await createGallery(app, { event });
      const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
      const { faces } = await createPhotoOf(app, gallery, names);
      const [a, b, c, d, e, f, g] = names.map((name) => faces[name]!);
      await groupByHand(app, gallery, [[a!, b!], [c!, d!], [e!], [f!, g!]]);
      await new GalleryHistory(gallery).run(steps);
    }),
    { numRuns: Number(process.env.FAMILY_ANSWER_LIVES ?? runs(2, 30)), interruptAfterTimeLimit: 600_000 },
  );
}, 900_000);
