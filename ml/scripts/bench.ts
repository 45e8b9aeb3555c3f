/**
 * The engine's part of `npm run bench`: node ml/scripts/bench.ts [photos] [rounds] [memory photos]
 * Each figure with what it is measured against; the last line is the report as JSON.
 */
import path from 'node:path';
import { ensureModels } from '../index.ts';
import { benchClustering, type ClusterBench } from './bench/cluster-bench.ts';
import { benchEngine, type EngineBench } from './bench/engine-bench.ts';
import { benchMemory, type MemoryBench } from './bench/memory-bench.ts';

const GALLERIES = [
  { faces: 1000, limit: 1 },
  { faces: 10_000, limit: 5 },
  { faces: 50_000, limit: 90 },
] as const;

function printEngine({ photosPerSecond, msPerPhoto, ...rest }: EngineBench): void {
  const { oneWorker, twoWorkers, peerOneWorker, peerTwoWorkers } = photosPerSecond;
  console.log(`${rest.photos} photos of 12 megapixels, ${rest.facesPerPhoto.toFixed(1)} faces each`);
  console.log(
    `  photos/s: ${oneWorker.toFixed(2)} with one worker, ${twoWorkers.toFixed(2)} with two; face-api (WASM) ${peerOneWorker.toFixed(2)} and ${peerTwoWorkers.toFixed(2)}: ${rest.timesFaster.whole.toFixed(1)} times as fast`,
  );
  console.log(
    `  faces of a rendition: ${rest.facesMs.ours.toFixed(0)} ms, face-api ${rest.facesMs.peer.toFixed(0)} ms: ${rest.timesFaster.faces.toFixed(1)} times as fast`,
  );
  console.log(
    `  ms a photo: decode ${msPerPhoto.decode.toFixed(0)} + renditions ${msPerPhoto.renditions.toFixed(0)} + inference ${msPerPhoto.inference.toFixed(0)}; whole ${msPerPhoto.whole.toFixed(0)}`,
  );
  console.log(
    `  the parts bound two workers at ${rest.boundTwoWorkers.toFixed(2)} photos/s; share reached ${rest.shareOfBound.toFixed(2)}`,
  );
}

function printMemory({ photos, rssMb, grownMb }: MemoryBench): void {
  console.log(
    `memory over ${photos} photos: ${rssMb.map((mb) => mb.toFixed(0)).join(' ')} MB; grown ${grownMb.toFixed(0)} MB`,
  );
}

function printClustering(
  { faces, seconds, persons, groups, mixed, rssMb }: ClusterBench,
  limit: number,
): void {
  console.log(
    `clustering ${faces} faces of ${persons}: ${seconds.toFixed(2)} s (at most ${limit}), ${groups} groups, ${mixed} mixed; ${rssMb.toFixed(0)} MB`,
  );
}

const [photos = 12, rounds = 3, memoryPhotos = 200] = process.argv.slice(2).map(Number);
const modelsDir = path.resolve(process.env.MODELS_DIR ?? 'models');
const reports = await ensureModels({ modelsDir, source: process.env.MODELS_SOURCE || undefined });
const yunet = reports.some(({ id, state }) => id === 'yunet' && state !== 'missing');
const setup = { modelsDir, detector: yunet ? 'yunet' : 'ssd_mobilenetv1', recogniser: 'dlib_resnet' };
// First, while this process has nothing else in memory.
const memory = await benchMemory(modelsDir, memoryPhotos);
printMemory(memory);
const clustering = GALLERIES.map(({ faces, limit }) => {
  const result = benchClustering(faces);
  printClustering(result, limit);
  return result;
});
const engine = await benchEngine(setup, photos, rounds);
printEngine(engine);
console.log(JSON.stringify({ engine, memory, clustering }));
