/**
 * Random histories: whatever is decided in whatever order, a share link shows exactly what its scope means then, in each gallery
 * that it shows.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#server/contract/app-error.ts';
import { dayMs } from '#server/contract/lifetimes.ts';
import { applyPlan } from '#server/features/faces/gallery-people/apply-cluster-plan.repository.ts';
import { loadGalleryFaces } from '#server/features/faces/gallery-people/faces-to-cluster.repository.ts';
import { hidePerson } from '#server/features/faces/gallery-people/hide-person.ts';
import { mergePeople } from '#server/features/faces/gallery-people/merge-people.ts';
import { moveFaces } from '#server/features/faces/gallery-people/move-faces.ts';
import type { RecordedDecision } from '#server/features/faces/gallery-people/record-decision.ts';
import { rejectFaces } from '#server/features/faces/gallery-people/reject-faces.ts';
import { renamePerson } from '#server/features/faces/gallery-people/rename-person.ts';
import { undoDecision } from '#server/features/faces/gallery-people/undo-decision.ts';
import { linkPerson } from '#server/features/faces/who-is-who/link-to-club-person.ts';
import { awaitsAnswer } from '#server/features/galleries/galleries/hold-back-added.repository.ts';
import { keepDeletedPhotos } from '#server/features/galleries/photos/deleted-photos.repository.ts';
import { noteRemovedRefusers } from '#server/features/galleries/photos/removed-refusers.repository.ts';
import { restorePhotos } from '#server/features/galleries/photos/restore-photos.ts';
import { answerAdded } from '#server/features/sharing/share-links/answer-added.ts';
import { joinLink } from '#server/features/sharing/share-links/joined-galleries.ts';
import { createLink } from '#server/features/sharing/share-links/save-share-link.ts';
import { newId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { addMember, caller, createClub, createEvent, createGallery } from '#tests/support/actors.ts';
import { createClubPerson, makeGuardian, sayFind } from '#tests/support/club-people.ts';
import { createPhotoOf, groupByHand, personOf, testRecogniser } from '#tests/support/faces.ts';
import { type PhotoApp, startPhotoApp } from '#tests/support/photo-app.ts';
import { runs } from '#tests/support/thoroughness.ts';
import { ShareScopeModel } from './share-scope-model.ts';

/** 2,000 take minutes. */
const HISTORIES = Number(process.env.SHARE_SCOPE_HISTORIES ?? runs(2, 80));

let app: PhotoApp;
let event: string;
let club: string;
let viewer: SignedIn;
beforeAll(async () => {
  app = await startPhotoApp();
  club = await createClub(app);
  await app.ctx.db.updateTable('club').set({ allows_family_links: true }).execute();
  event = await createEvent(app, [club]);
  viewer = { id: app.photographer.id, username: '', grants: [] } as Partial<SignedIn> as SignedIn;
  await addMember(app, club, viewer.id);
});
afterAll(() => app.close());

/** Which of the things there are then; taken modulo their number. */
const pick = fc.nat({ max: 999 });
const some = fc.array(pick, { minLength: 1, maxLength: 2 });
const kind = <K extends string>(name: K) => fc.constant(name);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: kind('share people'), people: some }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('share photos'), photos: some }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('recognise'), at: pick, other: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('answer'), at: pick, yes: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('guardian'), is: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('delete link'), at: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('rename'), at: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('hide'), at: pick, hidden: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('merge'), at: pick, others: some }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('move'), faces: some, at: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('split'), faces: some }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('reject'), at: pick }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('undo') }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('regroup'), at: pick, to: pick, all: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('take down'), at: pick, down: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('delete photo'), at: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('delete and restore photo'), at: pick }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('leave out'), at: pick, inside: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('delete and send again'), at: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('answer added'), shown: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('show beside'), at: pick, shows: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('take down beside'), at: pick, down: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('leave out beside'), at: pick, inside: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** One gallery with three people on four photos, the links to it, another gallery that they may show beside, and what they must show. */
class History {
  readonly #gallery: string;
  readonly #model = new ShareScopeModel();
  readonly #tokens = new Map<string, string>();
  readonly #beside: { gallery: string; photos: Map<string, { takenDown: boolean; inside: boolean }> };
  /** Links that show the gallery beside, too. */
  readonly #joined = new Set<string>();
  /** In the care of the gallery's creator, and somebody else of the club. */
  #mia = '';
  #ben = '';
  #isGuardian = true;
  constructor(gallery: string, beside: string) {
    this.#gallery = gallery;
    this.#beside = { gallery: beside, photos: new Map() };
  }

  get #ctx() {
    return { ...app.ctx, viewer };
  }

  async run(steps: readonly Step[]): Promise<void> {
    const groups: string[][] = [[], [], []];
    for (const people of [['a'], ['b', 'c'], ['a', 'b'], ['c']]) {
      const { photo, faces } = await createPhotoOf(app, this.#gallery, people);
      this.#model.photos.set(photo, { faces: Object.values(faces), takenDown: false });
      for (const who of people) groups['abc'.indexOf(who)]?.push(faces[who]!);
    }
    for (const who of ['a', 'b']) {
      const { photo } = await createPhotoOf(app, this.#beside.gallery, [who]);
      this.#beside.photos.set(photo, { takenDown: false, inside: false });
    }
    await groupByHand(app, this.#gallery, groups);
    for (const group of groups) this.#model.addPerson(await personOf(app, group[0]!), group);
    await this.#share({ person_ids: [this.#model.people[0]!] });
    await this.#shareFamily();
    await this.#share({});
    for (const each of steps) {
      await this.#do(each);
      await this.#compare();
    }
    await this.#compareBytes();
  }

  async #do(each: Step): Promise<void> {
    const model = this.#model;
    const { people, faces } = model;
    const photos = [...model.photos.keys()];
    const chosen = <T>(list: readonly T[], indices: readonly number[]) => [
      ...new Set(indices.map((i) => at(list, i))),
    ];
    if (people.length === 0 || faces.length === 0) return;
    const target = (index: number) => ({ galleryId: this.#gallery, personId: at(people, index) });
    switch (each.kind) {
      case 'share people':
        return this.#share({ person_ids: chosen(people, each.people) });
      case 'share photos':
        return this.#share({ photo_ids: chosen(photos, each.photos) });
      case 'recognise': {
        const as = each.other ? this.#ben : this.#mia;
        return this.#decide(
          () => linkPerson(this.#ctx, target(each.at), as),
          (id, person) => model.recognise(id, person, as),
        );
      }
      case 'answer':
        return this.#answer(at(people, each.at), each.yes ? 'yes' : 'no');
      case 'guardian':
        this.#isGuardian = each.is;
        await app.ctx.db
          .updateTable('guardianship')
          .set({ state: each.is ? 'confirmed' : 'ended' })
          .where('club_person_id', '=', this.#mia)
          .execute();
        return;
      case 'delete link': {
        const id = at([...model.links.keys()], each.at);
        if (!id) return;
        await app.ctx.db.deleteFrom('share_link').where('id', '=', id).execute();
        model.links.delete(id);
        this.#joined.delete(id);
        return;
      }
      case 'rename': {
        const { personId } = target(each.at);
        const done = await renamePerson(this.#ctx, target(each.at), `Name ${each.at}`);
        return model.hide(done.decision_id, personId, model.isHidden(personId));
      }
      case 'hide':
        return this.#decide(
          () => hidePerson(this.#ctx, target(each.at), each.hidden),
          (id) => model.hide(id, at(people, each.at), each.hidden),
        );
      case 'merge': {
        const kept = at(people, each.at);
        const others = chosen(people, each.others).filter((id) => id !== kept);
        return this.#decide(
          () => mergePeople(this.#ctx, target(each.at), others),
          (id) => model.merge(id, kept, others),
        );
      }
      case 'move':
      case 'split': {
        const moved = chosen(faces, each.faces);
        const to = each.kind === 'move' ? at(people, each.at) : null;
        return this.#decide(
          () => moveFaces(this.#ctx, this.#gallery, moved, to),
          (id, person) => model.move(id, moved, person),
        );
      }
      case 'reject': {
        const face = at(faces, each.at);
        const owner = model.ownerOf(face);
        if (!owner) return;
        return this.#decide(
          () => rejectFaces(this.#ctx, { galleryId: this.#gallery, personId: owner }, [face]),
          (id) => model.reject(id, face, owner),
        );
      }
      case 'undo':
        if (!model.lastDecision) return;
        await undoDecision(this.#ctx, this.#gallery, model.lastDecision);
        return model.undo();
      case 'regroup':
        return this.#regroup(at(people, each.at), each.all, at([...people, null], each.to));
      case 'take down':
        return this.#takeDown(at(photos, each.at), model.photos.get(at(photos, each.at))!, each.down);
      case 'delete photo': {
        const photo = at(photos, each.at);
        await app.ctx.db.deleteFrom('photo').where('id', '=', photo).execute();
        return model.deletePhoto(photo);
      }
      case 'delete and restore photo':
        return this.#deleteAndRestore(at(photos, each.at));
      case 'leave out': {
        const photo = at(photos, each.at);
        model.photos.get(photo)!.inside = each.inside;
        return this.#leaveOut(photo, each.inside);
      }
      case 'delete and send again':
        return this.#deleteAndSendAgain(at(photos, each.at));
      case 'show beside': {
        const whole = [...model.links].filter(([, link]) => Object.keys(link).length === 0);
        if (!whole[0]) return;
        const [link_id] = at(whole, each.at);
        if (each.shows === this.#joined.has(link_id)) return;
        await joinLink(
          { ...this.#ctx, gallery: { id: this.#beside.gallery } },
          { id: this.#beside.gallery, link_id, joins: each.shows },
        );
        if (each.shows) this.#joined.add(link_id);
        else this.#joined.delete(link_id);
        return;
      }
      case 'take down beside': {
        const [photo, known] = at([...this.#beside.photos], each.at);
        return this.#takeDown(photo, known, each.down, this.#beside.gallery);
      }
      case 'leave out beside': {
        const [photo, known] = at([...this.#beside.photos], each.at);
        known.inside = each.inside;
        return this.#leaveOut(photo, each.inside);
      }
      case 'answer added': {
        const answer = { photo_ids: model.waiting, shown: each.shown };
        if (answer.photo_ids.length === 0) return;
        await answerAdded(this.#ctx, this.#gallery, answer);
        return model.answerAdded(each.shown);
      }
    }
  }

  /** Afterwards everything is as before. */
  async #deleteAndRestore(photo: string): Promise<void> {
    await app.ctx.db.transaction().execute(async (trx) => {
      await keepDeletedPhotos(trx, [photo], { by: viewer.id, at: new Date() });
      await trx.deleteFrom('photo').where('id', '=', photo).execute();
    });
    await restorePhotos(app.ctx, this.#gallery, [photo]);
    this.#model.restore(photo);
  }

  /** As when a photo was exported again with a correction: nothing of it is the same. */
  async #deleteAndSendAgain(photo: string): Promise<void> {
    const { db } = app.ctx;
    await db.transaction().execute(async (trx) => {
      await noteRemovedRefusers(app.ctx, trx, [photo]);
      await trx.deleteFrom('photo').where('id', '=', photo).execute();
    });
    const { photo: again, faces } = await createPhotoOf(app, this.#gallery, ['again']);
    await db
      .updateTable('photo')
      .set({ awaits_answer: awaitsAnswer(this.#gallery, new Date()) })
      .where('id', '=', again)
      .execute();
    this.#model.sendAgain(photo, again, Object.values(faces));
  }

  async #decide(decision: () => Promise<RecordedDecision>, told: (id: string, person: string) => void) {
    let done: RecordedDecision;
    try {
      done = await decision();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return; // refused: nothing has changed, and the comparison says so
    }
    told(done.decision_id, done.person_id!);
  }

  async #share(scope: { person_ids?: string[]; photo_ids?: string[] }): Promise<void> {
    const fixed = { name: '', is_active: true, allow_download: true, show_people: false, collects: false };
    const input = { id: this.#gallery, ...fixed, ...scope };
    const link = await createLink(this.#ctx, { id: this.#gallery, audience: 'editors' }, input);
    this.#tokens.set(link.id, link.token);
    this.#model.links.set(link.id, {
      ...(scope.person_ids ? { people: new Set(scope.person_ids) } : {}),
      ...(scope.photo_ids ? { photos: new Set(scope.photo_ids) } : {}),
    });
    this.#model.holdLater();
  }

  async #shareFamily(): Promise<void> {
    this.#mia = await createClubPerson(app, club, { name: 'Mia' });
    this.#ben = await createClubPerson(app, club);
    await makeGuardian(app, this.#mia, viewer.id);
    await sayFind(app, this.#mia, 'yes');
    // Before there is a photo, when the family could not make one yet.
    const [id, token] = [newId(), newId()];
    const made = { club_person_id: this.#mia, created_by: viewer.id, scope: 'club_person' as const };
    const expires_at = new Date(Date.now() + 7 * dayMs);
    await app.ctx.db
      .insertInto('share_link')
      .values({ ...made, id, token, expires_at })
      .execute();
    this.#tokens.set(id, token);
    this.#model.links.set(id, { clubPerson: this.#mia });
  }

  async #answer(person_id: string, answer: 'yes' | 'no'): Promise<void> {
    const said = { answer, answered_by: viewer.id, answered_at: new Date() };
    await app.ctx.db
      .insertInto('link_question')
      .values({ person_id, club_person_id: this.#mia, ...said })
      .onConflict((conflict) => conflict.columns(['person_id', 'club_person_id']).doUpdateSet(said))
      .execute();
  }

  async #regroup(from: string, all: boolean, to: string | null): Promise<void> {
    const free = this.#model.facesOf(from).filter((face) => !this.#model.decided.has(face));
    const moved = all ? free : free.slice(0, 1);
    if (moved.length === 0 || to === from) return;
    const { decisionState } = await loadGalleryFaces(app.ctx.db, this.#gallery, testRecogniser);
    const plan = {
      newPersons: to === null ? [{ key: 'new:0' }] : [],
      assignments: moved.map((faceId) => ({ faceId, person: to ?? 'new:0' })),
      suggestions: [],
    };
    await app.ctx.db.transaction().execute((trx) => applyPlan(trx, this.#gallery, plan, decisionState));
    const people = await app.ctx.db
      .selectFrom('person')
      .select('id')
      .where('gallery_id', '=', this.#gallery)
      .execute();
    const remaining = new Set(people.map(({ id }) => id));
    this.#model.regroup(moved, from, await personOf(app, moved[0]!), remaining);
  }

  async #leaveOut(photo: string, inside: boolean): Promise<void> {
    await app.ctx.db.updateTable('photo').set({ is_kept_inside: inside }).where('id', '=', photo).execute();
  }

  async #takeDown(photo: string, known: { takenDown: boolean }, down: boolean, gallery_id = this.#gallery) {
    if (known.takenDown === down) return;
    known.takenDown = down;
    const { db } = app.ctx;
    const asked_at = new Date();
    if (down)
      await db
        .insertInto('takedown')
        .values({ id: newId(), gallery_id, photo_id: photo, asked_at })
        .execute();
    else
      await db
        .updateTable('takedown')
        .set({ decided: 'declined', decided_at: asked_at })
        .where('photo_id', '=', photo)
        .execute();
  }

  async #compare(): Promise<void> {
    const answers = await app.ctx.db
      .selectFrom('link_question')
      .innerJoin('person', 'person.id', 'link_question.person_id')
      .select(['person_id', 'answer'])
      .where('person.gallery_id', '=', this.#gallery)
      .where('club_person_id', '=', this.#mia)
      .execute();
    this.#model.answers = new Map(answers.map(({ person_id, answer }) => [person_id, answer]));
    for (const [id, link] of this.#model.links) {
      const { status, body } = await this.#get<{ photos: { id: string }[]; total: number }>(id, '/photos');
      if (link.clubPerson && !this.#isGuardian) {
        expect(status).toBe(404);
        continue;
      }
      expect(status).toBe(200);
      const shown = this.#model.shown(link);
      expect(body.data.photos.map((photo) => photo.id).sort()).toEqual(shown);
      expect(body.data.total).toBe(shown.length);
      await this.#compareBeside(id);
    }
  }

  async #compareBeside(link: string): Promise<void> {
    const opened = await this.#get<{ photo_count: number; galleries: { token: string }[] }>(link, '');
    const { photo_count, galleries } = opened.body.data;
    expect(photo_count).toBe(this.#model.shown(this.#model.links.get(link)!).length);
    expect(galleries).toHaveLength(this.#joined.has(link) ? 2 : 0);
    if (!galleries[1]) return;
    const address = `/galleries/shared/${galleries[1].token}`;
    const { body } = await caller(app.url)<{ photos: { id: string }[] }>('GET', `${address}/photos`);
    const shown = [...this.#beside.photos].filter(([, { takenDown, inside }]) => !takenDown && !inside);
    expect(body.data.photos.map(({ id }) => id).sort()).toEqual(shown.map(([id]) => id).sort());
    for (const [photo] of [...this.#beside.photos, ...this.#model.photos]) {
      const sent = await caller(app.url)('GET', `${address}/photos/${photo}/download?size=small`);
      const isShown = shown.some(([id]) => id === photo);
      expect(sent.body).toMatchObject({ code: isShown ? 'photo_file_missing' : 'photo_not_found' });
    }
  }

  /** Photos of this test have no files: a photo that is shown is missing them, another one is not found. */
  async #compareBytes(): Promise<void> {
    const family = [...this.#model.links].filter(([, link]) => link.clubPerson && this.#isGuardian);
    const others = [...this.#model.links].filter(([, link]) => !link.clubPerson);
    for (const [id, link] of [...others.slice(-2), ...family]) {
      const shown = new Set(this.#model.shown(link));
      const opened = await this.#get<{ photo_count: number }>(id, '');
      expect(opened.body.data.photo_count).toBe(shown.size);
      const address = `/galleries/shared/${this.#tokens.get(id)}/download`;
      const archive = await caller(app.url)<{ photos: number }>('POST', address, {});
      expect(archive.status === 404 ? 0 : archive.body.data.photos).toBe(shown.size);
      for (const photo of this.#model.photos.keys())
        for (const size of ['small', 'original']) {
          const { body } = await this.#get(id, `/photos/${photo}/download?size=${size}`);
          expect(body).toMatchObject({ code: shown.has(photo) ? 'photo_file_missing' : 'photo_not_found' });
        }
    }
  }

  #get<T>(link: string, path: string) {
    return caller(app.url)<T>('GET', `/galleries/shared/${this.#tokens.get(link)}${path}`);
  }
}

test('after each step of a random history, each link shows exactly what the model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12, size: 'max' }), async (steps) => {
      const make = () => createGallery(app, { event, visibility: 'private', createdBy: viewer.id });
      await new History(await make(), await make()).run(steps);
    }),
    { numRuns: HISTORIES, seed: 20_261_122 },
  );
}, 3_600_000);
