/** What holds for every gallery, every set of decisions and every setting. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClusterFace, type ClusterInput, clusterFaces } from '#ml/index.ts';
import { mergeQuestions } from '#ml/parameters/merge-questions.ts';
import { absorbing, apply, cautious, gallery, input, parameters } from './galleries.ts';

const RUNS = { numRuns: 300 };

/** Persons a human has a hand in. */
function keptOf({ faces, decisions }: ClusterInput): Set<string> {
  const kept = new Set(faces.filter((face) => face.manual).map((face) => face.personId!));
  for (const decision of decisions) {
    if (decision.kind === 'kept-apart') kept.add(decision.personA).add(decision.personB);
    else kept.add(decision.personId);
  }
  return kept;
}

const isRejected = ({ decisions }: ClusterInput, faceId: string, personId: string) =>
  decisions.some((d) => d.kind === 'rejection' && d.faceId === faceId && d.personId === personId);

/** Faces by where they are. */
function groupsOf(faces: readonly ClusterFace[]): Map<string, ClusterFace[]> {
  const groups = new Map<string, ClusterFace[]>();
  for (const face of faces)
    if (face.personId !== null) groups.set(face.personId, [...(groups.get(face.personId) ?? []), face]);
  return groups;
}

describe('a plan', () => {
  it('does not depend on the order of faces and decisions', () => {
    fc.assert(
      fc.property(
        input.chain((given) =>
          fc.tuple(
            fc.constant(given),
            fc.shuffledSubarray([...given.faces], { minLength: given.faces.length }),
            fc.shuffledSubarray([...given.decisions], { minLength: given.decisions.length }),
          ),
        ),
        ([given, faces, decisions]) => {
          expect(clusterFaces({ ...given, faces, decisions })).toEqual(clusterFaces(given));
        },
      ),
      RUNS,
    );
  });

  it('never moves a manual face, never undoes a rejection', () => {
    fc.assert(
      fc.property(input, (given) => {
        const after = apply(given.faces, clusterFaces(given));
        given.faces.forEach((before, i) => {
          if (before.manual) expect(after[i]!.personId).toBe(before.personId);
          else if (after[i]!.personId !== null)
            expect(isRejected(given, before.id, after[i]!.personId!)).toBe(false);
        });
      }),
      RUNS,
    );
  });

  it('puts no two faces of a photo into one person unless a human did', () => {
    fc.assert(
      fc.property(input, (given) => {
        for (const faces of groupsOf(apply(given.faces, clusterFaces(given))).values()) {
          const photos = faces.filter((face) => !face.manual).map((face) => face.photoId);
          expect(new Set(photos).size).toBe(photos.length);
          const manual = new Set(faces.filter((face) => face.manual).map((face) => face.photoId));
          expect(photos.filter((photo) => manual.has(photo))).toEqual([]);
        }
      }),
      RUNS,
    );
  });

  it('neither removes nor absorbs a kept person, and takes from it only what may not be there', () => {
    fc.assert(
      fc.property(input, (given) => {
        const plan = clusterFaces(given);
        const kept = keptOf(given);
        const before = groupsOf(given.faces);
        for (const { faceId, person } of plan.assignments) {
          const face = given.faces.find((each) => each.id === faceId)!;
          if (face.personId === null || !kept.has(face.personId) || person === face.personId) continue;
          const rival = before.get(face.personId)!.some((o) => o !== face && o.photoId === face.photoId);
          expect(rival || isRejected(given, faceId, face.personId)).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('lets weak and poor faces found no person', () => {
    fc.assert(
      fc.property(input, (given) => {
        const plan = clusterFaces(given);
        const grades = new Map(given.faces.map((face) => [face.id, face.grade]));
        for (const { faceIds } of plan.newPersons)
          expect(faceIds.some((id) => grades.get(id) === 'core')).toBe(true);
      }),
      RUNS,
    );
  });

  it('changes nothing when it has been carried out', () => {
    fc.assert(
      fc.property(input, (given) => {
        const faces = apply(given.faces, clusterFaces(given));
        const again = clusterFaces({ ...given, faces, parameters: { ...given.parameters, mode: 'extend' } });
        expect(again.assignments).toEqual([]);
        expect(again.newPersons).toEqual([]);
      }),
      RUNS,
    );
  });

  it('accounts for every face', () => {
    fc.assert(
      fc.property(input, (given) => {
        const plan = clusterFaces(given);
        const after = apply(given.faces, plan);
        const listed = new Map(
          plan.groups.flatMap(({ person, faceIds }) => faceIds.map((id) => [id, person])),
        );
        for (const { id, personId } of after)
          expect(listed.get(id)?.replace('new:', 'p:') ?? null).toBe(personId);
        const keys = new Set(plan.newPersons.map(({ key }) => key));
        for (const { person } of plan.assignments)
          if (person?.startsWith('new:')) expect(keys.has(person)).toBe(true);
      }),
      RUNS,
    );
  });
});

describe('single faces that are not near enough for two alone', () => {
  /** Free faces only, of which no two share a photo. */
  const singles = gallery.map((faces) =>
    faces.map((face) => ({ ...face, photoId: `photo-${face.id}`, personId: null, manual: false })),
  );
  const threshold = fc.constantFrom(0.1, 0.2, 0.4);

  it('are asked about, or one of them is asked about as often as people are asked about anybody', () => {
    fc.assert(
      fc.property(singles, threshold, (faces, limit) => {
        const plan = (calibration: ReturnType<typeof cautious>) =>
          clusterFaces({
            faces,
            decisions: [],
            parameters: { metric: 'cosine', threshold: limit, mode: 'extend', calibration },
          });
        const { groups, suggestions } = plan(cautious(limit));
        const alone = new Set(
          groups.flatMap(({ person, faceIds }) => (faceIds.length === 1 ? [person] : [])),
        );
        const asked = (ref: string) => suggestions.filter(({ a, b }) => a === ref || b === ref);
        for (const { faceIds } of plan(absorbing(limit)).groups) {
          const [x, y] = faceIds.map((id) => `new:${id}`);
          if (faceIds.length !== 2 || !alone.has(x!) || !alone.has(y!)) continue;
          const most = mergeQuestions.perPerson.value;
          const isAsked = asked(x!).some(({ a, b }) => a === y || b === y);
          expect(isAsked || asked(x!).length === most || asked(y!).length === most).toBe(true);
        }
      }),
      RUNS,
    );
  });
});

describe('faces that are to be regrouped', () => {
  it('are grouped as if none of them had been placed', () => {
    fc.assert(
      fc.property(gallery, parameters, (faces, given) => {
        const fresh = faces.map((face) => ({ ...face, personId: null, manual: false }));
        const before = { faces: fresh.filter((_, i) => i % 2 === 0), decisions: [], parameters: given };
        const placed = new Map(apply(before.faces, clusterFaces(before)).map((face) => [face.id, face]));
        const loose = fresh.map((face) => ({ ...(placed.get(face.id) ?? face), regroup: true }));
        const partition = (of: ClusterFace[]) =>
          clusterFaces({ faces: of, decisions: [], parameters: given })
            .groups.map(({ faceIds }) => faceIds)
            .sort();
        expect(partition(loose)).toEqual(partition(fresh));
      }),
      RUNS,
    );
  });

  it('take no face along that was settled before they came', () => {
    fc.assert(
      fc.property(gallery, gallery, parameters, (first, second, settings) => {
        const extend = { ...settings, mode: 'extend' as const };
        const group = (faces: ClusterFace[]) =>
          apply(faces, clusterFaces({ faces, decisions: [], parameters: extend }));
        const settled = group(first.map((face) => ({ ...face, personId: null, manual: false })));
        const added = second.map((face) => ({
          ...face,
          id: `later-${face.id}`,
          photoId: `later-${face.photoId}`,
          personId: null,
          manual: false,
        }));
        const isAdded = ({ id }: ClusterFace) => id.startsWith('later-');
        const during = group([...settled, ...added]);
        const after = new Map(
          group(during.map((face) => ({ ...face, regroup: isAdded(face) }))).map((face) => [
            face.id,
            face.personId,
          ]),
        );
        for (const [person, faces] of groupsOf(settled))
          expect([...new Set(faces.map(({ id }) => after.get(id)))], person).toHaveLength(1);
      }),
      RUNS,
    );
  });
});

describe('over time', () => {
  it('faces that were together stay together when photos are added', () => {
    fc.assert(
      fc.property(gallery, gallery, parameters, (first, second, settings) => {
        const extend = { ...settings, mode: 'extend' as const };
        const fresh = first.map((face) => ({ ...face, personId: null, manual: false }));
        const placed = apply(fresh, clusterFaces({ faces: fresh, decisions: [], parameters: extend }));
        const added = second.map((face) => ({
          ...face,
          id: `later-${face.id}`,
          photoId: `later-${face.photoId}`,
          personId: null,
          manual: false,
        }));
        const faces = [...placed, ...added];
        const after = apply(faces, clusterFaces({ faces, decisions: [], parameters: extend }));
        for (const group of groupsOf(placed).values()) {
          const now = new Set(group.map((face) => after.find((each) => each.id === face.id)!.personId));
          expect(now.size).toBe(1);
          expect(now.has(null)).toBe(false);
        }
      }),
      RUNS,
    );
  });

  it('ten re-runs with other settings lose no decision and no kept person', () => {
    fc.assert(
      fc.property(input, fc.array(parameters, { minLength: 10, maxLength: 10 }), (given, settings) => {
        const kept = keptOf(given);
        // Once the machine's own rivals and rejected faces are out, what a human holds must stay as it is.
        let faces = apply(given.faces, clusterFaces(given));
        const start = new Map(faces.map((face) => [face.id, face.personId]));
        for (const each of settings) {
          faces = apply(faces, clusterFaces({ ...given, faces, parameters: each }));
          for (const face of faces) {
            const was = start.get(face.id)!;
            if (face.manual || (was !== null && kept.has(was))) expect(face.personId).toBe(was);
            if (!face.manual && face.personId !== null)
              expect(isRejected(given, face.id, face.personId)).toBe(false);
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});
