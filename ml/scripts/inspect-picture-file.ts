/**
 * Draws what the engine sees into a picture: boxes coloured by grade, landmarks, numbers.
 * npm run faces:inspect -- <photo> <out.jpg> [detector] [recogniser]
 */
import path from 'node:path';
import sharp from 'sharp';
import { createFaceEngine, ensureModels } from '../index.ts';
import { defaultFaceLimits } from '../parameters/face-confidence-and-size-limits.ts';
import type { AnalysedFace } from '../types.ts';
import { largeRendition } from './make-large-rendition.ts';

const COLOURS = { core: '#2f9e44', weak: '#f08c00', ignore: '#868e96' } as const;

/** SVG of one face on a picture of these pixels. */
function drawing(face: AnalysedFace, widthPx: number, heightPx: number): string {
  const colour = COLOURS[face.grade];
  const stroke = Math.max(2, Math.round(widthPx / 500));
  const x = face.box.x * widthPx;
  const y = face.box.y * heightPx;
  const points = [0, 1, 2, 3, 4].map(
    (i) =>
      `<circle cx="${face.landmarks[2 * i]! * widthPx}" cy="${face.landmarks[2 * i + 1]! * heightPx}" r="${stroke}" fill="${colour}"/>`,
  );
  const label = `${face.score.toFixed(2)} ${Math.round(face.sizePx)}px blur ${face.blur.toFixed(2)} yaw ${Math.round(face.yaw)}`;
  return `<rect x="${x}" y="${y}" width="${face.box.w * widthPx}" height="${face.box.h * heightPx}" fill="none"
    stroke="${colour}" stroke-width="${stroke}"/>${points.join('')}
    <text x="${x}" y="${y - stroke}" font-size="${6 * stroke}" font-family="sans-serif" fill="${colour}">${label}</text>`;
}

const [input, output, detector, recogniser] = process.argv.slice(2);
if (!input || !output) {
  console.error('usage: npm run faces:inspect -- <photo> <out.jpg> [detector] [recogniser]');
  process.exit(2);
}
const modelsDir = path.resolve(process.env.MODELS_DIR ?? 'models');
await ensureModels({ modelsDir, source: process.env.MODELS_SOURCE || undefined });
const engine = await createFaceEngine({ modelsDir, workers: 1 });
const rendition = await largeRendition(input);
try {
  const { faces, widthPx, heightPx, pipelineVersion, timings } = await engine.analyse({
    path: rendition.path,
    detector: detector ?? engine.defaults.detector,
    recogniser: recogniser ?? engine.defaults.recogniser,
    minConfidence: defaultFaceLimits.minConfidence.value,
    minSizeRatio: defaultFaceLimits.minSizeRatio.value,
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}">${faces
    .map((face) => drawing(face, widthPx, heightPx))
    .join('')}</svg>`;
  await sharp(rendition.path)
    .composite([{ input: Buffer.from(svg) }])
    .jpeg()
    .toFile(output);
  console.log(`${pipelineVersion}: ${faces.length} faces in ${timings.total.toFixed(0)} ms -> ${output}`);
  for (const { grade, score, sizePx, blur, yaw } of faces)
    console.log(
      `  ${grade.padEnd(6)} score ${score.toFixed(2)}  ${Math.round(sizePx)} px  blur ${blur.toFixed(2)}  yaw ${Math.round(yaw)}`,
    );
} finally {
  await rendition.remove();
  await engine.close();
}
