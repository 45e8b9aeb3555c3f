/**
 * "Why are these one person?": clusters the faces of a few photos as one gallery and says for each pair of faces how far
 * apart they are, up to which distance they would be one person here, and why.
 * npm run faces:compare -- <photo> <photo>... [--detector <id>] [--recogniser <id>] [--gallery <folder>]
 * With --gallery the thresholds are those of the gallery that the folder's pictures would make.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { explainPairs } from '../cluster/explain-pairs.ts';
import type { ClusterFace } from '../cluster/types.ts';
import { createFaceEngine, ensureModels } from '../index.ts';
import { isPicture } from './is-picture.ts';
import { analyseFile } from './make-large-rendition.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { detector: { type: 'string' }, recogniser: { type: 'string' }, gallery: { type: 'string' } },
});
if (positionals.length === 0) {
  console.error(
    'usage: npm run faces:compare -- <photo> <photo>... [--detector <id>] [--recogniser <id>] [--gallery <folder>]',
  );
  process.exit(2);
}
const inGallery = values.gallery
  ? (await readdir(values.gallery)).filter(isPicture).map((name) => path.join(values.gallery!, name))
  : [];
const photos = [...new Set([...positionals, ...inGallery].map((file) => path.resolve(file)))];

const modelsDir = path.resolve(process.env.MODELS_DIR ?? 'models');
await ensureModels({ modelsDir, source: process.env.MODELS_SOURCE || undefined });
const engine = await createFaceEngine({ modelsDir, workers: 1 });
const recogniser = values.recogniser ?? engine.defaults.recogniser;
const faces: ClusterFace[] = [];
try {
  for (const [n, photo] of photos.entries()) {
    const analysis = await analyseFile(engine, photo, { detector: values.detector, recogniser });
    analysis.faces.forEach((face, i) => {
      const id = `${String(n).padStart(4, '0')} ${path.basename(photo)} face ${i + 1}`;
      faces.push({ ...face, id, photoId: photo, personId: null, manual: false });
    });
  }
} finally {
  await engine.close();
}
const threshold = engine.defaultThreshold(recogniser, 'cosine');
const calibration = engine.calibration(recogniser);
const asked = new Set(positionals.map((file) => path.resolve(file)));
const { pairs, report, lookAlikes } = explainPairs(
  {
    faces,
    decisions: [],
    parameters: { metric: 'cosine', threshold, mode: 'rebuild', ...(calibration ? { calibration } : {}) },
  },
  (face) => asked.has(face.photoId),
);
const label = (id: string) => id.slice(5);
console.log(`${recogniser}, cosine distance, threshold set: ${threshold}`);
if (report)
  console.log(
    `in this gallery: ${report.reason}; strangers ${report.mean.toFixed(2)} apart on average (deviation ${report.deviation.toFixed(2)}), middle threshold ${(threshold + report.change).toFixed(3)}`,
  );
if (lookAlikes.length > 0)
  console.log(
    `look-alikes: ${lookAlikes.map(({ a, b, distance }) => `${label(a)} and ${label(b)} (${distance.toFixed(3)})`).join('; ')}`,
  );
for (const { a, b, distance, limit, verdict } of pairs)
  console.log(
    `${label(a)} | ${label(b)}: ${distance.toFixed(3)}, up to ${limit.toFixed(3)} one person: ${verdict}`,
  );
