/**
 * Whether our own recognisers link blurred faces: on labelled photos that lie beside the project.
 * @module-tag long
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { blurFaces } from '#ml/imaging/blur-faces.ts';
import { intersectionOverUnion } from '#ml/math/box.ts';
import { normalised, squaredDistance } from '#ml/math/vector.ts';
import { ModelCache } from '#ml/models/model-cache.ts';
import { align, mirrorImage } from '#ml/pipeline/align.ts';
import { analyse } from '#ml/pipeline/analyse.ts';
import { decodeRendition } from '#ml/pipeline/decode-rendition.ts';
import type { Models } from '#ml/pipeline/describe-faces.ts';
import { embed } from '#ml/pipeline/embed.ts';
import type { AnalysedFace } from '#ml/types.ts';
import { labelledPhotos } from '#scripts/evaluate/photos.ts';
import { runs } from '#tests/support/thoroughness.ts';
import { isPresent, modelsDir, modelsReady, NPM_MODELS, sharedDir } from '../support.ts';

const set = sharedDir && path.join(sharedDir, 'photos/labelled');
/** The best pair and, in `npm run test:all`, the one of a machine that reaches only npm. */
const pairs = (
  [
    ['yunet', 'sface'],
    ['ultraface', 'sface'],
  ] as const
).slice(0, runs(1, 2));
/** All 165 take half a minute; of a quarter of them, some of each person, one face more is two of a hundred. */
const EVERY = runs(4, 1);
const wanted = { minConfidence: 0.3, minSizeRatio: 0.02 };
const cosine = (a: Float32Array, b: Float32Array) => squaredDistance(normalised(a), normalised(b)) / 2;
const area = ({ box }: AnalysedFace) => box.w * box.h;

interface Seen {
  person: string;
  clear: Float32Array;
  /** As found by the detector in the blurred photo; undefined where it finds no face there any more. */
  found: Float32Array | undefined;
  /** As read where the face is known to be, which is more than the server ever does. */
  forced: Float32Array | undefined;
}

async function embedAt({ recogniser }: Models, jpeg: Buffer, face: AnalysedFace) {
  const image = await decodeRendition(jpeg);
  const { widthPx, heightPx } = image;
  const points = face.landmarks.map((value, i) => value * (i % 2 === 0 ? widthPx : heightPx));
  const detection = { box: face.box, points, score: 1 };
  const chip = align(image, detection);
  if (!chip) return undefined;
  const views = recogniser.entry.views === 2 ? [chip, mirrorImage(chip)] : [chip];
  return (await embed(recogniser, [views]))[0];
}

async function look(models: Models, person: string, file: string, folder: string): Promise<Seen | undefined> {
  const source = path.join(folder, 'source');
  const output = path.join(folder, 'blurred');
  await writeFile(
    source,
    await sharp(await readFile(file))
      .resize(1600, 1600, { fit: 'inside', withoutEnlargement: true })
      .jpeg()
      .toBuffer(),
  );
  const [face] = (await analyse(models, source, { ...wanted, minConfidence: 0.6 })).faces.toSorted(
    (a, b) => area(b) - area(a),
  );
  if (!face || face.embedding.length === 0) return undefined;
  await rm(output, { force: true });
  await blurFaces({ source, output, faces: [face.box], maxPixels: 100e6, metadata: {} });
  const after = await analyse(models, output, wanted);
  const again = after.faces.find((each) => intersectionOverUnion(each.box, face.box) > 0.1);
  return {
    person,
    clear: face.embedding,
    found: again && again.embedding.length > 0 ? again.embedding : undefined,
    forced: await embedAt(models, await readFile(output), face),
  };
}

/** Shares of blurred faces with a clear face of the same person, or by chance of another person, within the threshold. */
function linked(all: readonly Seen[], threshold: number, of: 'found' | 'forced') {
  const pairsOf = (isSame: boolean) =>
    all.flatMap((blurred, i) =>
      all.flatMap((clear, k) =>
        i !== k && (blurred.person === clear.person) === isSame ? [[blurred, clear] as const] : [],
      ),
    );
  const share = (some: (readonly [Seen, Seen])[]) =>
    some.filter(([{ [of]: embedding }, { clear }]) => embedding && cosine(embedding, clear) < threshold)
      .length / some.length;
  return { own: share(pairsOf(true)), chance: share(pairsOf(false)) };
}

/**
 * How often the nearest clear face is one of the same person, and how often it would be if the blurred faces were handed
 * round: some people are in many photos, and what is left of a face is near to theirs by chance.
 */
function nearest(all: readonly Seen[]) {
  const guesses = all.flatMap(({ person, clear, forced }) => {
    if (!forced) return [];
    const others = all.filter((other) => other.clear !== clear);
    const [first] = others.toSorted((a, b) => cosine(forced, a.clear) - cosine(forced, b.clear));
    return first ? [{ person, guess: first.person }] : [];
  });
  const hits = guesses.filter(({ person, guess }) => person === guess).length;
  const byChance = guesses.reduce(
    (sum, { guess }) => sum + guesses.filter(({ person }) => person === guess).length / guesses.length,
    0,
  );
  return { own: hits / guesses.length, chance: byChance / guesses.length };
}

describe.skipIf(!set || !existsSync(set))('faces that were blurred', async () => {
  const reports = set ? await modelsReady(NPM_MODELS) : [];
  const some = set ? (await labelledPhotos(set)).filter((_, i) => i % EVERY === 0) : [];

  it.each(pairs.filter((pair) => pair.every((id) => isPresent(reports, id))))(
    'are linked by %s and %s no more often than by chance',
    async (detector, recogniser) => {
      const models = await new ModelCache(modelsDir, 'cpu').get(detector, recogniser);
      const threshold = models.recogniser.entry.thresholds!.cosine!;
      const folder = await mkdtemp(path.join(tmpdir(), 'clublens-blurred-'));
      const seen: Seen[] = [];
      for (const { person, file } of some) {
        const each = await look(models, person, file, folder);
        if (each) seen.push(each);
      }
      await rm(folder, { recursive: true });
      expect(seen.length).toBeGreaterThan(0.8 * some.length);
      const byFound = linked(seen, threshold, 'found');
      const byNearest = nearest(seen);
      const byForce = linked(seen, threshold, 'forced');
      expect(byFound.own).toBeLessThanOrEqual(byFound.chance + 0.02);
      expect(byNearest.own).toBeLessThanOrEqual(byNearest.chance + 0.02);
      expect(byForce.own).toBeLessThanOrEqual(byForce.chance + 0.02);
    },
    300_000,
  );
});
