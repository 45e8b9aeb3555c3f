/** A person on a photo. @property at seconds, by the clock of the camera */
export type Sighting = { camera: string; photo: string; person: string; at: number };

/** Photos of one camera within so many seconds are one scene. */
const BURST_S = 3;
/** Two cameras see a scene so far apart at most, drift of their clocks during a match included. */
const SCENE_S = 18;
const STEP_S = 4;
/** Common scenes nearer than that count as one. */
const APART_S = 60;
/** Common scenes that are needed. */
const SCENES = 4;
/** Clocks that differ less do not change what is told of an afternoon. */
const LEAST_S = 120;
/** A wrong zone or date is a day at most. */
const MOST_S = 26 * 3600;
/** How likely somebody on a scene is found on both photos of it. */
const SEEN_AGAIN = 0.8;
/** How far above what chance makes of all other differences, in their standard deviations, and above the next best. */
const CLEAR = { deviations: 5, timesNext: 1.05 };
/** Most clocks that are wrong are so by whole hours: chance has fewer tries there. */
const CLEAR_OF_ZONES = { deviations: 5, timesNext: 0.7 };
const ZONE_S = 1800;
const NEAR_ZONE_S = 30;
/** Of one pair of scenes, so that a single one with rare people does not decide. */
const MOST_WEIGHT = 3;
/** Scenes of a camera that are compared, those that tell most: 1,500 of two cameras held the server up for two seconds. */
const MOST_SCENES = 300;

/**
 * By how many seconds the clock of a camera is behind that of another, told by people whom both saw: at the right difference scenes with
 * the same people meet, at any other those that chance brings together. Below zero it is ahead. Undefined where too few scenes meet,
 * where the clocks agree, or where several differences would do.
 */
export function clockDifference(
  sightings: readonly Sighting[],
  camera: string,
  reference: string,
): number | undefined {
  const [ours, theirs] = [scenesOf(sightings, camera), scenesOf(sightings, reference)];
  const pairs = alikeScenes(ours, theirs);
  if (pairs.length < SCENES) return undefined;
  const scores = scoresAlong(pairs);
  const zones = scores.filter(({ late }) => isOfZones(late));
  return clearest(pairs, scores, scores, CLEAR) ?? clearest(pairs, zones, scores, CLEAR_OF_ZONES);
}

type Score = { late: number; score: number };

/** The best of some differences, where it is clear among all. */
function clearest(
  pairs: readonly Pair[],
  candidates: readonly Score[],
  all: readonly Score[],
  { deviations, timesNext }: typeof CLEAR,
): number | undefined {
  const best = candidates.reduce<Score>((a, b) => (b.score > a.score ? b : a), { late: 0, score: 0 });
  const met = pairs.filter(({ late }) => Math.abs(late - best.late) <= SCENE_S);
  const lateBy = Math.round(medianOf(met));
  const places = new Set(met.map(({ ours: { at } }) => Math.floor(at / APART_S)));
  if (places.size < SCENES || Math.abs(lateBy) < LEAST_S) return undefined;
  const chance = all.filter(({ late }) => Math.abs(late - best.late) > 2 * SCENE_S).map(({ score }) => score);
  const mean = sumOf(chance) / Math.max(1, chance.length);
  const deviation = Math.sqrt(sumOf(chance.map((score) => (score - mean) ** 2)) / Math.max(1, chance.length));
  // A single pair of scenes does not decide.
  const heaviest = Math.max(...met.map(({ weight }) => weight));
  return best.score >= mean + deviations * Math.max(deviation, 1) &&
    best.score - heaviest >= timesNext * Math.max(0, ...chance)
    ? lateBy
    : undefined;
}

/** Within half a minute of a zone's difference, which is made of half hours. */
function isOfZones(late: number): boolean {
  const off = Math.abs(late) % ZONE_S;
  return Math.abs(late) > ZONE_S / 2 && Math.min(off, ZONE_S - off) <= NEAR_ZONE_S;
}

type Scene = { at: number; people: Set<string> };

function scenesOf(sightings: readonly Sighting[], camera: string): Scene[] {
  const scenes: Scene[] = [];
  let last = Number.NEGATIVE_INFINITY;
  const taken = sightings.filter((each) => each.camera === camera).toSorted((a, b) => a.at - b.at);
  for (const { person, at } of taken) {
    if (at - last > BURST_S) scenes.push({ at, people: new Set() });
    scenes.at(-1)!.people.add(person);
    last = at;
  }
  return scenes.toSorted((a, b) => b.people.size - a.people.size).slice(0, MOST_SCENES);
}

type Pair = { ours: Scene; theirs: Scene; late: number; weight: number };

/** Scenes with the same people, as far as this tells that they are the same scene: somebody who is seen everywhere tells little. */
function alikeScenes(ours: readonly Scene[], theirs: readonly Scene[]): Pair[] {
  const all = [...ours, ...theirs];
  const counts = new Map<string, number>();
  for (const { people } of all)
    for (const person of people) counts.set(person, (counts.get(person) ?? 0) + 1);
  const shared = new Map<string, number>();
  const alone = new Map<string, number>();
  for (const [person, count] of counts) {
    shared.set(person, Math.log((SEEN_AGAIN * all.length) / count));
    alone.set(person, Math.log((1 - SEEN_AGAIN) / (1 - Math.min(0.8, count / all.length))));
  }
  const pairs: Pair[] = [];
  for (const scene of ours)
    for (const other of theirs) {
      const late = other.at - scene.at;
      if (Math.abs(late) > MOST_S) continue;
      let weight = 0;
      let common = 0;
      for (const person of scene.people)
        if (other.people.has(person)) {
          weight += shared.get(person)!;
          common += 1;
        } else weight += alone.get(person)!;
      if (common === 0) continue;
      for (const person of other.people) if (!scene.people.has(person)) weight += alone.get(person)!;
      if (weight > 0) pairs.push({ ours: scene, theirs: other, late, weight: Math.min(weight, MOST_WEIGHT) });
    }
  return pairs.sort((a, b) => a.late - b.late);
}

/** How well all scenes meet at each difference; a scene meets one other. */
function scoresAlong(pairs: readonly Pair[]): Score[] {
  const scores: Score[] = [];
  let from = 0;
  for (let late = pairs[0]!.late; late <= pairs.at(-1)!.late; late += STEP_S) {
    while (pairs[from]!.late < late - SCENE_S) from += 1;
    const [ofOurs, ofTheirs] = [new Map<Scene, number>(), new Map<Scene, number>()];
    for (let i = from; i < pairs.length && pairs[i]!.late <= late + SCENE_S; i += 1) {
      const { ours, theirs, weight, late: here } = pairs[i]!;
      const near = weight * (1 - Math.abs(here - late) / (SCENE_S + STEP_S));
      ofOurs.set(ours, Math.max(near, ofOurs.get(ours) ?? 0));
      ofTheirs.set(theirs, Math.max(near, ofTheirs.get(theirs) ?? 0));
    }
    const score = Math.min(sumOf(ofOurs.values()), sumOf(ofTheirs.values()));
    scores.push({ late, score });
  }
  return scores;
}

const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

/** The difference that half of the weight lies below. */
function medianOf(pairs: readonly Pair[]): number {
  let left = pairs.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const { late, weight } of pairs) {
    left -= weight;
    if (left <= 0) return late;
  }
  return 0;
}
