/** How often siblings are taken for one person, in galleries made of several families. */
import { readFile } from 'node:fs/promises';
import type { Calibration, ClusterFace } from '#ml/cluster/types.ts';
import { shuffled } from './galleries.ts';
import { groupFaces } from './group-faces.ts';
import { gradeGrouping } from './grouping.ts';

/** Pairs of persons. A person is called `<family>/<member>`. */
export type Siblings = readonly (readonly [string, string])[];

export interface FamilyQuality {
  /** On how many pictures each pair of siblings is together. */
  together: number;
  /** Pairs of siblings, over all galleries. */
  pairs: number;
  /** Pairs with a face of each in one group; with two faces of each. */
  mixed: number;
  thoroughlyMixed: number;
  /** Pairs of people of different families with a face of each in one group. */
  strangersMixed: number;
  bCubedPrecision: number;
  bCubedRecall: number;
}

type CalibratedRule = { threshold: number; calibration: Calibration | undefined };
type FamilyFace = ClusterFace & { who: string };

const FAMILIES_OF_GALLERY = 12;
const FACES = { least: 3, most: 6 };
const DRAWS = 20;

/** The list is `{ "siblings": [["family/member", "family/member"], …] }`. Throws Error where it holds none. */
export async function readSiblings(list: string): Promise<Siblings> {
  const { siblings } = JSON.parse(await readFile(list, 'utf8')) as { siblings?: Siblings };
  if (!Array.isArray(siblings) || siblings.length === 0) throw new Error(`${list} lists no siblings`);
  return siblings;
}

/** The same galleries on every run: once with two pictures of each pair together, once with none. */
export function gradeFamilies(
  faces: readonly FamilyFace[],
  siblings: Siblings,
  calibrated: CalibratedRule,
): FamilyQuality[] {
  return [2, 0].map((together) => {
    const galleries = Array.from({ length: DRAWS }, (_, draw) =>
      composeFamilyGalleries(faces, siblings, together, draw + 1),
    ).flat();
    const graded = galleries.map((gallery) => gradeGallery(gallery, calibrated));
    const sum = (count: (one: (typeof graded)[number]) => number) =>
      graded.reduce((total, one) => total + count(one), 0);
    return {
      together,
      pairs: sum(({ pairs }) => pairs),
      mixed: sum(({ mixed }) => mixed),
      thoroughlyMixed: sum(({ thoroughlyMixed }) => thoroughlyMixed),
      strangersMixed: sum(({ strangersMixed }) => strangersMixed),
      bCubedPrecision: sum(({ quality }) => quality.bCubedPrecision) / graded.length,
      bCubedRecall: sum(({ quality }) => quality.bCubedRecall) / graded.length,
    };
  });
}

interface FamilyGallery {
  faces: FamilyFace[];
  siblings: Siblings;
}

const familyOf = (who: string) => who.split('/')[0]!;

function composeFamilyGalleries(
  faces: readonly FamilyFace[],
  siblings: Siblings,
  together: number,
  draw: number,
): FamilyGallery[] {
  const facesOf = Map.groupBy(faces, ({ who }) => who);
  const usable = siblings.filter((pair) =>
    pair.every((who) => (facesOf.get(who)?.length ?? 0) >= FACES.least),
  );
  const families = shuffled([...new Set(usable.map(([one]) => familyOf(one)))], draw);
  const galleries = [];
  for (let from = 0; from + FAMILIES_OF_GALLERY <= families.length; from += FAMILIES_OF_GALLERY) {
    const here = new Set(families.slice(from, from + FAMILIES_OF_GALLERY));
    const pairs = usable.filter(([one]) => here.has(familyOf(one)));
    const shown = new Map(
      [...new Set(pairs.flat())].map((who, i) => {
        const count = FACES.least + ((draw + i) % (FACES.most - FACES.least + 1));
        return [who, shuffled(facesOf.get(who)!, draw).slice(0, count)];
      }),
    );
    const photoOf = placeTogether(pairs, shown, together);
    const all = [...shown.values()].flat();
    galleries.push({
      faces: all.map((face) => ({ ...face, photoId: photoOf.get(face.id) ?? face.photoId })),
      siblings: pairs,
    });
  }
  return galleries;
}

/** Which faces share a picture with a sibling: the k-th of the one with the k-th of the other, each face once. */
function placeTogether(
  pairs: Siblings,
  shown: Map<string, FamilyFace[]>,
  together: number,
): Map<string, string> {
  const photoOf = new Map<string, string>();
  for (const [one, other] of pairs) {
    const free = (who: string) => shown.get(who)!.filter(({ id }) => !photoOf.has(id));
    const [ours, theirs] = [free(one), free(other)];
    for (let k = 0; k < Math.min(together, ours.length, theirs.length); k++)
      for (const face of [ours[k]!, theirs[k]!]) photoOf.set(face.id, `${one} with ${other} ${k}`);
  }
  return photoOf;
}

function gradeGallery({ faces, siblings }: FamilyGallery, rule: CalibratedRule) {
  const { groupOf } = groupFaces(faces, rule);
  const areSiblings = new Set(siblings.map((pair) => pair.toSorted().join(' and ')));
  const [mixed, thoroughlyMixed, strangersMixed] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const grouped = Map.groupBy(
    faces.filter(({ id }) => groupOf.has(id)),
    ({ id }) => groupOf.get(id)!,
  );
  for (const group of grouped.values())
    for (const [pair, least] of pairsOf(group)) {
      const [one, other] = pair.split(' and ') as [string, string];
      if (areSiblings.has(pair)) {
        mixed.add(pair);
        if (least >= 2) thoroughlyMixed.add(pair);
      } else if (familyOf(one) !== familyOf(other)) strangersMixed.add(pair);
    }
  return {
    pairs: siblings.length,
    mixed: mixed.size,
    thoroughlyMixed: thoroughlyMixed.size,
    strangersMixed: strangersMixed.size,
    quality: gradeGrouping(
      faces.map(({ who }) => who),
      faces.map(({ id }) => groupOf.get(id) ?? null),
    ),
  };
}

/** Each two people of one group, with the number of faces of the one who has fewer. */
function pairsOf(group: readonly FamilyFace[]): [pair: string, least: number][] {
  const counts = [...Map.groupBy(group, ({ who }) => who)].map(([who, of]) => ({ who, count: of.length }));
  counts.sort((a, b) => (a.who < b.who ? -1 : 1));
  return counts.flatMap((one, i) =>
    counts
      .slice(i + 1)
      .map((other): [string, number] => [`${one.who} and ${other.who}`, Math.min(one.count, other.count)]),
  );
}

/** Wilson score interval at 95 % (Wilson, "Probable inference, the law of succession, and statistical inference", 1927). */
export function interval(count: number, of: number): [lowest: number, highest: number] {
  const z = 1.96;
  const share = count / of;
  const middle = (share + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half = (z / (1 + z ** 2 / of)) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  return [middle - half, middle + half];
}
