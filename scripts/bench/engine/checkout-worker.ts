/**
 * One photo after the other by the code of a checkout, which may be of an old commit: renditions, then faces.
 * Arguments: the checkout, the folder of models, detector and recogniser. A process of its own, because two checkouts
 * cannot share the native libraries of one.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PhotoCost } from './photo-bench.ts';

const [checkout = '', modelsDir = '', detector = '', recogniser = ''] = process.argv.slice(2);
const load = (file: string) => import(pathToFileURL(path.join(checkout, 'ml', file)).href);
/** Making renditions had another name before. */
const RENDITIONS = ['imaging/make-renditions.ts', 'imaging/prepare.ts'];
/** The cache of models had other names before. */
const CACHES = ['models/model-cache.ts', 'sessions/model-cache.ts', 'sessions/model-shelf.ts'];

const sharp = createRequire(path.join(checkout, 'package.json'))('sharp');
sharp.concurrency(1);
sharp.cache(false);
const isThere = (file: string) => existsSync(path.join(checkout, 'ml', file));
const renditionsFile = RENDITIONS.find(isThere);
if (!renditionsFile) throw new Error(`${checkout} makes its renditions in a place that is not known here`);
const imaging = await load(renditionsFile);
const makeRenditions = imaging.makeRenditions ?? imaging.prepare;
const { analyse } = await load('pipeline/analyse.ts');
const { warmUp } = await load('pipeline/warm-up.ts');
const cacheFile = CACHES.find(isThere);
if (!cacheFile) throw new Error(`${checkout} keeps its models in a place that is not known here`);
const caches = await load(cacheFile);
const Cache = caches.ModelCache ?? caches.ModelShelf;
const models = await new Cache(modelsDir, 'cpu').get(detector, recogniser);
await warmUp(models);

const folder = await mkdtemp(path.join(os.tmpdir(), 'clublens-commit-'));
const at = (size: string, longSide: number) => ({ path: path.join(folder, `${size}.jpg`), longSide });
const renditions = { large: at('large', 1600), medium: at('medium', 800), small: at('small', 320) };

async function measure(source: string): Promise<PhotoCost> {
  for (const each of Object.values(renditions)) await rm(each.path, { force: true });
  const before = process.cpuUsage();
  const started = performance.now();
  const { width, height } = await makeRenditions({ source, renditions, maxPixels: 1e9 });
  const prepared = performance.now();
  const original = { widthPx: width, heightPx: height };
  await analyse(models, renditions.large.path, { minConfidence: 0.6, minSizeRatio: 0.02, original });
  const ended = performance.now();
  const { user, system } = process.cpuUsage(before);
  return {
    renditions: prepared - started,
    faces: ended - prepared,
    whole: ended - started,
    processor: (user + system) / 1000,
  };
}

process.on('message', (source: string) => {
  measure(source).then(
    (cost) => process.send?.(cost),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => {
  rm(folder, { recursive: true, force: true }).finally(() => process.exit(0));
});
process.send?.({ ready: true });
