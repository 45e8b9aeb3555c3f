/** A gallery that is remembered from one grouping to the next is grouped as one that is read anew. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planOf } from '#ml/cluster/cluster.ts';
import { GalleryMemory } from '#ml/cluster/gallery-memory.ts';
import { KeptGallery } from '#ml/cluster/kept-gallery.ts';
import { withoutProducts } from '#ml/cluster/neighbours/pairs-within-distance.ts';
import { type ClusterFace, type ClusterInput, clusterFaces } from '#ml/index.ts';
import { samePersonThresholds } from '#ml/parameters/same-person-thresholds.ts';
import { adaptation } from '#ml/parameters/threshold-adaptation.ts';
import { geometries, syntheticFaces } from '#scripts/bench/engine/synthetic-faces.ts';
import { runs } from '#tests/support/thoroughness.ts';
import { apply, gallery, input } from './galleries.ts';

type Face = ClusterFace & { foundAt: number };

/** What happens between two groupings. Numbers choose faces: those whose place, times the number, ends in 0 modulo 7. */
const step = fc.record({
  added: fc.oneof(fc.constant<ClusterFace[]>([]), gallery),
  before: fc.boolean(),
  gone: fc.option(fc.nat({ max: 6 })),
  freed: fc.option(fc.nat({ max: 6 })),
  moved: fc.option(fc.record({ which: fc.nat({ max: 6 }), to: fc.nat({ max: 4 }), manual: fc.boolean() })),
  graded: fc.option(fc.record({ which: fc.nat({ max: 6 }), as: fc.constantFrom('core', 'weak', 'ignore') })),
  analysedAgain: fc.option(fc.nat({ max: 6 })),
  regroupFrom: fc.option(fc.nat({ max: 3 })),
  told: fc.option(input),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const isChosen = (which: number | null | undefined, i: number) => which != null && (i + which) % 7 === 0;

function* changes(start: readonly Face[], steps: readonly Step[]): Generator<[Face[], Step], void, Face[]> {
  let faces = [...start];
  for (const [at, each] of steps.entries()) {
    const added = each.added.map((face) => ({
      ...face,
      id: `${each.before ? 'a' : 'z'}${at}-${face.id}`,
      photoId: each.before ? face.photoId : `${at}-${face.photoId}`,
      foundAt: at + 1,
    }));
    faces = faces
      .filter((_, i) => !isChosen(each.gone, i))
      .map((face, i) => ({
        ...face,
        ...(isChosen(each.freed, i) && { personId: null, manual: false }),
        ...(isChosen(each.moved?.which, i) && {
          personId: `p:${each.moved!.to}`,
          manual: each.moved!.manual,
        }),
        ...(isChosen(each.graded?.which, i) && { grade: each.graded!.as as ClusterFace['grade'] }),
        ...(isChosen(each.analysedAgain, i) && {
          embedding: face.embedding.map((value) => value * 0.9 + 0.05),
        }),
      }));
    faces = yield [[...faces, ...added], each];
  }
}

const fresh = (
  faces: readonly Face[],
  { decisions, parameters }: ClusterInput,
  regroupAfter: number | null,
) => {
  const { groups: _, ...plan } = clusterFaces({
    faces: faces.map((face) => ({ ...face, regroup: regroupAfter !== null && face.foundAt > regroupAfter })),
    decisions,
    parameters: { ...parameters, mode: 'extend' },
  });
  return plan;
};

/** Goes through a history, telling the kept gallery only what has changed. */
function grow(start: ClusterInput, steps: readonly Step[]): void {
  let told = start;
  let known: Face[] = start.faces.map((face) => ({ ...face, foundAt: 0 }));
  const kept = new KeptGallery(known);
  const history = changes(known, steps);
  for (let next = history.next(); !next.done; ) {
    const [faces, each] = next.value;
    told = each.told ?? told;
    const before = new Map(known.map((face) => [face.id, face]));
    const ids = new Set(faces.map(({ id }) => id));
    // As out of a database: every face that was written is another object.
    const changed = faces.filter((face) => JSON.stringify(before.get(face.id)) !== JSON.stringify(face));
    kept.update(
      changed.map((face) => ({ ...face, embedding: face.embedding.slice() })),
      known.flatMap(({ id }) => (ids.has(id) ? [] : [id])),
    );
    const { decisions, parameters } = told;
    const plan = withoutProducts(kept.extend({ decisions, parameters, regroupAfter: each.regroupFrom }));
    expect(plan).toEqual(fresh(faces, told, each.regroupFrom));
    known = faces;
    const applied = apply(faces, { ...plan, groups: [] });
    next = history.next(applied.map((face, i) => ({ ...face, foundAt: faces[i]!.foundAt })));
  }
}

describe('a gallery that is kept', () => {
  const cohort = adaptation.cohort as { value: number };
  const { value } = cohort;
  beforeEach(() => {
    // Few, so that newcomers take the places of others.
    cohort.value = 6;
  });
  afterEach(() => {
    cohort.value = value;
  });

  it('is grouped as one that is read anew, whatever has happened to it', () => {
    fc.assert(fc.property(input, fc.array(step, { maxLength: 8 }), grow), { numRuns: runs(300, 3000) });
  });
});

describe('a gallery of made-up people', () => {
  it.each(['sface', 'dlib'] as const)(
    'is grouped the same while photos come and go (%s)',
    (geometry) => {
      const { faces } = syntheticFaces(1500, 7, geometries[geometry]);
      const parameters = {
        metric: 'cosine' as const,
        threshold: geometry === 'dlib' ? 0.065 : 0.5,
        ...(geometry === 'sface' && {
          calibration: { threshold: 0.5, strangers: samePersonThresholds.sface!.strangers! },
        }),
      };
      const kept = new KeptGallery([]);
      let here: Face[] = [];
      const told = new Map<string, string | null>();
      for (let at = 0; at < 10; at++) {
        const come = faces.filter((_, i) => i % 10 === at).map((face) => ({ ...face, foundAt: at }));
        const gone = here.filter((_, i) => at > 4 && i % 97 === at);
        const decisions: ClusterInput['decisions'] = here
          .slice(0, at)
          .flatMap(({ personId }, i) =>
            personId ? [{ kind: 'keep-person' as const, personId, name: at > 6 ? `person ${i}` : '' }] : [],
          );
        here = [...here.filter((face) => !gone.includes(face)), ...come];
        const changed = here.filter(({ id, personId }) => told.get(id) !== personId);
        for (const { id, personId } of changed) told.set(id, personId);
        kept.update(
          changed,
          gone.map(({ id }) => id),
        );
        const regroupAfter = at % 3 === 2 ? at - 2 : null;
        const plan = withoutProducts(kept.extend({ decisions, parameters, regroupAfter }));
        expect(plan).toEqual(
          fresh(here, { faces: [], decisions, parameters: { ...parameters, mode: 'extend' } }, regroupAfter),
        );
        here = apply(here, { ...plan, groups: [] }).map((face, i) => ({
          ...face,
          foundAt: here[i]!.foundAt,
        }));
      }
    },
    60_000,
  );
});

it('memory of another gallery changes no plan', () => {
  fc.assert(
    fc.property(input, input, (one, other) => {
      const memory = new GalleryMemory();
      withoutProducts(planOf(one, memory));
      expect(withoutProducts(planOf(other, memory))).toEqual(clusterFaces(other));
    }),
    { numRuns: runs(200, 2000) },
  );
});
