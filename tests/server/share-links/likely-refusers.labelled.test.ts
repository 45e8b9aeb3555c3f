/** How many photos of people who refused are asked about, on the labelled photos that lie beside the project. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createFaceEngine } from '#ml/index.ts';
import { samePersonThresholds } from '#ml/parameters/same-person-thresholds.ts';
import { analyseFile } from '#ml/scripts/make-large-rendition.ts';
import type { AnalysedFace } from '#ml/types.ts';
import { groupFaces } from '#scripts/evaluate/group-faces.ts';
import { labelledPhotos } from '#scripts/evaluate/photos.ts';
import type { SharingCheck } from '#server/contract/schemas/share-links.ts';
import { isPresent, modelsDir, modelsReady, sharedDir } from '#tests/ml/support.ts';
import { type Actor, createActor, createClub, createEvent, createGallery } from '#tests/support/actors.ts';
import { addReference, createClubPerson, sayConsent } from '#tests/support/club-people.ts';
import { createPhotoOf, foundFace, groupByHand, testRecogniser } from '#tests/support/faces.ts';
import { startTestAppBeforeAll } from '#tests/support/test-app.ts';
import { NIGHTLY } from '#tests/support/thoroughness.ts';

const set = sharedDir && path.join(sharedDir, 'photos/labelled');
/** Of each person who refused the family gave so many pictures; the other photos are in the gallery. */
const GIVEN = 2;
const REFUSERS = 6;

describe.skipIf(!set || !existsSync(set))('of the labelled photos', async () => {
  const reports = await modelsReady();
  const isThere = ['yunet', testRecogniser].every((id) => isPresent(reports, id));
  const app = startTestAppBeforeAll();
  let creator: Actor;
  let gallery: string;
  let club: string;

  beforeAll(async () => {
    const { thresholds, strangers } = samePersonThresholds[testRecogniser]!;
    app.ctx.engine.thresholds[testRecogniser] = thresholds;
    app.ctx.engine.calibrations[testRecogniser] = { threshold: thresholds.cosine!, strangers: strangers! };
    club = await createClub(app);
    creator = await createActor(app, [{ role: 'photographer', club }]);
    gallery = await createGallery(app, { event: await createEvent(app, [club]), createdBy: creator.id });
  });

  test.skipIf(!isThere || !NIGHTLY)(
    'those of people who refused are asked about, with few others',
    async () => {
      const seen = await describeFaces();
      const people = [...Map.groupBy(seen, ({ person }) => person)];
      const refusers = people.filter(([, photos]) => photos.length > GIVEN * 2).slice(0, REFUSERS);
      expect(refusers).toHaveLength(REFUSERS);
      const given = new Set(refusers.flatMap(([, photos]) => photos.slice(0, GIVEN)));
      for (const [name, photos] of refusers) {
        const id = await createClubPerson(app, club, { name });
        await sayConsent(app, id, 'outside', 'no');
        await sayConsent(app, id, 'guard', 'yes');
        for (const { face } of photos.slice(0, GIVEN))
          await addReference(app, id, face.embedding, { purpose: 'guard' });
      }
      const personOfPhoto = await fillGallery(seen.filter((one) => !given.has(one)));

      const { body } = await creator.call<SharingCheck>('GET', `/galleries/${gallery}/sharing-check`);
      const names = new Set(refusers.map(([name]) => name));
      const askedAs = new Map(
        body.data.likely_refusers.flatMap(({ name, people: groups }) =>
          groups.map(({ person }) => [person.id, name] as const),
        ),
      );
      const counts = { photos: 0, askedAbout: 0, asStrangers: 0, others: 0 };
      for (const { name, person } of personOfPhoto) {
        const asked = askedAs.get(person);
        if (names.has(name)) {
          counts.photos += 1;
          if (asked === name) counts.askedAbout += 1;
          else if (!asked) counts.asStrangers += 1;
        } else if (asked) counts.others += 1;
      }
      expect(counts.askedAbout / counts.photos).toBeGreaterThanOrEqual(0.95);
      // Whoever is not asked about by name is among those whom nobody has linked.
      expect(counts.askedAbout + counts.asStrangers).toBe(counts.photos);
      expect(body.data.likely_refusers.length).toBeLessThanOrEqual(REFUSERS);
      expect(counts.others).toBeLessThanOrEqual(5);
    },
    180_000,
  );

  type Seen = { person: string; file: string; face: AnalysedFace };

  /** The largest face of each photo. */
  async function describeFaces(): Promise<Seen[]> {
    const engine = await createFaceEngine({ modelsDir, workers: 2 });
    const seen: Seen[] = [];
    try {
      for (const { person, file } of await labelledPhotos(set!)) {
        const { faces } = await analyseFile(engine, file, { detector: 'yunet', recogniser: testRecogniser });
        const [face] = faces.toSorted((a, b) => b.box.w * b.box.h - a.box.w * a.box.h);
        if (face && face.grade !== 'ignore' && face.embedding.length > 0) seen.push({ person, file, face });
      }
    } finally {
      await engine.close();
    }
    return seen;
  }

  /** Photos with these faces, grouped as the machine groups them. */
  async function fillGallery(seen: readonly Seen[]) {
    const { thresholds, strangers } = samePersonThresholds[testRecogniser]!;
    const { groupOf } = groupFaces(
      seen.map(({ file, face }) => ({ ...face, id: file, photoId: file, personId: null, manual: false })),
      {
        threshold: thresholds.cosine!,
        calibration: { threshold: thresholds.cosine!, strangers: strangers! },
      },
    );
    const faceOf = new Map<string, string>();
    for (const { file, face } of seen) {
      const found = foundFace('', { embedding: Float32Array.from(face.embedding), grade: face.grade });
      faceOf.set(file, (await createPhotoOf(app, gallery, ['one'], [found])).faces.one!);
    }
    const groups = [...Map.groupBy(seen, ({ file }) => groupOf.get(file) ?? file).values()];
    await groupByHand(
      app,
      gallery,
      groups.map((group) => group.map(({ file }) => faceOf.get(file)!)),
    );
    const rows = await app.ctx.db.selectFrom('assignment').select(['face_id', 'person_id']).execute();
    const personOf = new Map(rows.map(({ face_id, person_id }) => [face_id, person_id]));
    return seen.map(({ person: name, file }) => ({ name, person: personOf.get(faceOf.get(file)!)! }));
  }
});
