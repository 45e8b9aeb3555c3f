/**
 * How well people are told apart, on photos whose people are known: npm run evaluate -- <folder of person/photo>
 * Every detector and recogniser that is present, at the shipped defaults. The last line is the report as JSON.
 */
import path from 'node:path';
import { createFaceEngine, ensureModels } from '../index.ts';
import { evaluatePair, type PairReport } from './evaluation/evaluate-pair.ts';
import { labelledPhotos } from './evaluation/photos.ts';

const percent = (share: number) => `${(100 * share).toFixed(1)} %`.padStart(7);

function print(report: PairReport): void {
  const { found, grades } = report;
  console.log(`\n${report.detector} + ${report.recogniser}   (${report.pipelineVersion})`);
  console.log(
    `  ${report.photos} photos: ${found.none} without a face, ${found.one} with one, ${found.several} with several; ` +
      `${grades.core} core, ${grades.weak} weak, ${grades.ignore} ignored; ${report.msPerPhoto.toFixed(0)} ms a photo`,
  );
  for (const { metric, threshold, verification, grouping, groupingOfAllPhotos } of report.metrics) {
    const tar = verification.tarAtFar
      .map(({ far, tar, distance }) => `TAR@FAR ${100 * far} % ${percent(tar)} (${distance.toFixed(3)})`)
      .join('  ');
    console.log(`  ${metric.padEnd(12)} ${tar}  EER ${percent(verification.equalErrorRate)}`);
    for (const [name, quality] of [
      ['faces found', grouping],
      ['all photos', groupingOfAllPhotos],
    ] as const)
      console.log(
        `    at ${threshold}, ${name.padEnd(11)}: ${quality.groups} groups of ${quality.persons} people; pairs P ${percent(quality.pairPrecision)} R ${percent(quality.pairRecall)} F1 ${percent(quality.pairF1)}; ` +
          `B-cubed P ${percent(quality.bCubedPrecision)} R ${percent(quality.bCubedRecall)} F1 ${percent(quality.bCubedF1)}`,
      );
  }
}

const folder = process.argv[2];
if (!folder) {
  console.error('usage: npm run evaluate -- <folder of person/photo>');
  process.exit(2);
}
const photos = await labelledPhotos(path.resolve(folder));
if (new Set(photos.map(({ person }) => person)).size < 2) {
  console.error(`${folder} holds no folders of at least two people`);
  process.exit(2);
}
const modelsDir = path.resolve(process.env.MODELS_DIR ?? 'models');
await ensureModels({ modelsDir, source: process.env.MODELS_SOURCE || undefined });
const engine = await createFaceEngine({ modelsDir, workers: 2 });
const reports: PairReport[] = [];
for (const detector of engine.available.detectors)
  for (const recogniser of engine.available.recognisers) {
    const report = await evaluatePair(engine, photos, detector, recogniser);
    print(report);
    reports.push(report);
  }
await engine.close();
console.log(`\n${JSON.stringify(reports)}`);
