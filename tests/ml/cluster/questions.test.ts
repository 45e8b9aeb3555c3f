/**
 * How many questions it takes until most faces of a match gallery are with their person.
 * @module-tag long
 */
import { describe, expect, it } from 'vitest';
import { type ClusterDecision, type ClusterFace, type ClusterPlan, clusterFaces } from '#ml/index.ts';
import { apply } from './galleries.ts';
import { matchGallery, personOf } from './match-gallery.ts';

const parameters = {
  metric: 'cosine',
  threshold: 0.5,
  mode: 'extend',
  calibration: {
    threshold: 0.5,
    strangers: {
      mean: 0.87,
      deviation: 0.125,
      presumedFrom: 0.55,
      falseMatches: 0.1,
      range: [0.2, 0.6],
      search: { deviations: 4.25, persons: 300, morePerTenfold: 1.5, moreBesideSibling: 0.6 },
    },
  },
} as const;

/** Whom most faces of a group show. */
function majority(faceIds: readonly string[]): { person: string; faces: number } {
  const counts = [...Map.groupBy(faceIds, personOf)].map(([person, of]) => ({ person, faces: of.length }));
  return counts.reduce((most, each) => (each.faces > most.faces ? each : most));
}

/** Share of the faces that are in the largest group of their person: named when that group gets its name. */
function named({ groups }: ClusterPlan, faces: number): number {
  const largest = new Map<string, number>();
  for (const { faceIds } of groups) {
    const { person, faces: count } = majority(faceIds);
    largest.set(person, Math.max(largest.get(person) ?? 0, count));
  }
  return [...largest.values()].reduce((sum, count) => sum + count, 0) / faces;
}

/** Answers truthfully what is asked first; `pick` chooses the question. */
function answer(
  faces: ClusterFace[],
  questions: number,
  pick: (suggestions: ClusterPlan['suggestions']) => ClusterPlan['suggestions'][number] | undefined,
) {
  let decisions: ClusterDecision[] = [];
  let plan = clusterFaces({ faces, decisions, parameters });
  const before = named(plan, faces.length);
  for (let asked = 0; asked < questions; asked++) {
    const question = pick(plan.suggestions);
    if (!question) break;
    faces = apply(faces, plan);
    const [a, b] = [question.a, question.b].map((ref) => ref.replace('new:', 'p:')) as [string, string];
    const of = (person: string) => faces.filter(({ personId }) => personId === person).map(({ id }) => id);
    if (majority(of(a)).person === majority(of(b)).person) {
      faces = faces.map((face) => (face.personId === b ? { ...face, personId: a } : face));
      decisions = [...decisions, { kind: 'keep-person', personId: a }];
    } else decisions = [...decisions, { kind: 'kept-apart', personA: a, personB: b }];
    plan = clusterFaces({ faces, decisions, parameters });
  }
  return { before, after: named(plan, faces.length) };
}

describe('questions about a match gallery of 1,000 photos', () => {
  const faces = matchGallery(1);

  it('name four fifths of the faces with at most twenty answers, and more than by asking for the nearest first', () => {
    const asShipped = answer(faces, 20, ([first]) => first);
    const nearest = answer(faces, 20, (all) => all.toSorted((a, b) => a.distance - b.distance)[0]);
    expect(asShipped.before).toBeLessThan(0.7);
    expect(asShipped.after).toBeGreaterThanOrEqual(0.8);
    expect(asShipped.after).toBeGreaterThan(nearest.after + 0.05);
  }, 120_000);
});
