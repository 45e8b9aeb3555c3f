/**
 * How well people are told apart, on photos whose people are known:
 * npm run evaluate -- <folder of person/photo>... [--list <list.json> <folder of its files>]... [--pair yunet+mobilefacenet]... [--draws 20]
 *   [--siblings <list.json>] [--fit <folder>]
 * Every detector and recogniser that is present, at the shipped defaults. One table compares all pairs on galleries made
 * of the photos; the last line is the report as JSON. Who is drawn for a gallery of 60 people moves its recall by three points:
 * `--draws` compares as many galleries of each kind, and the table has their means and standard deviations.
 * `--siblings` also makes galleries of the families it lists, and counts the siblings who are taken for one person. `--fit` fits the
 * normalisation of embeddings anew: measured is one half of the people by the fit of the other, and the fit of all is written.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createFaceEngine, ensureModels } from '#ml/index.ts';
import { evaluatePair, type PairReport } from './evaluate-pair.ts';
import { interval, readSiblings } from './families.ts';
import type { GroupingQuality } from './grouping.ts';
import { photosOf } from './photos.ts';

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

function printFamilies({ families = [] }: PairReport): void {
  for (const { together, pairs, bCubedPrecision, bCubedRecall, ...counts } of families) {
    const share = (count: number) => {
      const [lowest, highest] = interval(count, pairs);
      return `${percent(count / pairs)} (${percent(lowest).trim()} to ${percent(highest).trim()})`;
    };
    console.log(
      `  siblings, ${together} pictures of both: in one person ${share(counts.mixed)}, two faces of each ${share(counts.thoroughlyMixed)} ` +
        `of ${pairs} pairs; ${counts.strangersMixed} pairs of strangers; B-cubed P ${percent(bCubedPrecision)} R ${percent(bCubedRecall)}`,
    );
  }
}

/** B-cubed precision, recall and F1, pair precision: all pairs of models, gallery by gallery. */
function printTable(reports: readonly PairReport[]): void {
  console.log(
    '\nB-cubed precision / recall / F1, pair precision; one threshold -> thresholds that follow the gallery',
  );
  for (const { name, faces } of reports[0]?.galleries ?? []) {
    console.log(`\n${name}, ${faces} faces`);
    for (const { detector, recogniser, galleries } of reports) {
      const gallery = galleries.find((each) => each.name === name);
      if (!gallery) continue;
      const row = ({ bCubedPrecision, bCubedRecall, bCubedF1, pairPrecision }: GroupingQuality) =>
        [bCubedPrecision, bCubedRecall, bCubedF1, pairPrecision]
          .map((share) => (100 * share).toFixed(1).padStart(5))
          .join(' ');
      console.log(
        `  ${`${detector}+${recogniser}`.padEnd(32)} ${row(gallery.fixed)}  ->  ${row(gallery.adaptive)}   (threshold ${gallery.threshold.toFixed(3)})`,
      );
    }
  }
}

/** The same over all draws of a kind: means with their standard deviations. */
function printMeans(reports: readonly PairReport[]): void {
  console.log('\nB-cubed precision and recall over all draws, mean ± standard deviation');
  for (const kind of new Set(reports[0]?.galleries.map((gallery) => gallery.kind))) {
    console.log(`\n${kind}`);
    for (const { detector, recogniser, galleries } of reports) {
      const drawn = galleries.filter((gallery) => gallery.kind === kind).map(({ adaptive }) => adaptive);
      const spread = (of: (quality: GroupingQuality) => number) => {
        const shares = drawn.map(of);
        const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
        const variance = shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / shares.length;
        const percent = (100 * mean).toFixed(1).padStart(5);
        return drawn.length === 1 ? percent : `${percent} ± ${(100 * Math.sqrt(variance)).toFixed(1)}`;
      };
      const precision = spread(({ bCubedPrecision }) => bCubedPrecision);
      const recall = spread(({ bCubedRecall }) => bCubedRecall);
      console.log(
        `  ${`${detector}+${recogniser}`.padEnd(32)} P ${precision}   R ${recall}   (${drawn.length === 1 ? 'one draw' : `${drawn.length} draws`})`,
      );
    }
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'string', multiple: true },
    pair: { type: 'string', multiple: true },
    draws: { type: 'string' },
    fit: { type: 'string' },
    siblings: { type: 'string' },
  },
});
const draws = values.draws === undefined ? undefined : Number(values.draws);
if (draws !== undefined && !(Number.isInteger(draws) && draws > 0)) {
  console.error('--draws is a whole number of galleries of each kind, 1 or more');
  process.exit(2);
}
const lists = values.list ?? [];
// The folder of each list stands behind it: the last positionals, in order.
const folders = positionals.slice(0, positionals.length - lists.length);
const listFolders = positionals.slice(positionals.length - lists.length);
if (positionals.length === 0 || listFolders.length < lists.length) {
  console.error(
    'usage: npm run evaluate -- <folder of person/photo>... [--list <list.json> <folder of its files>]... [--pair <detector>+<recogniser>]... [--draws <n>] [--siblings <list.json>] [--fit <folder>]',
  );
  process.exit(2);
}
const photos = await photosOf(
  [...folders, ...lists.flatMap((list, i) => [list, listFolders[i]!])].map((source) => path.resolve(source)),
);
if (new Set(photos.map(({ person }) => person)).size < 2) {
  console.error('no photos of at least two people were found');
  process.exit(2);
}
const modelsDir = path.resolve(process.env.MODELS_DIR ?? 'models');
await ensureModels({ modelsDir, source: process.env.MODELS_SOURCE || undefined });
const siblings =
  values.siblings === undefined ? undefined : await readSiblings(path.resolve(values.siblings));
const engine = await createFaceEngine({ modelsDir, workers: 2 });
const reports: PairReport[] = [];
for (const detector of engine.available.detectors)
  for (const recogniser of engine.available.recognisers) {
    if (values.pair && !values.pair.includes(`${detector}+${recogniser}`)) continue;
    const report = await evaluatePair(engine, photos, detector, recogniser, {
      draws,
      fitInto: values.fit,
      siblings,
    });
    print(report);
    printFamilies(report);
    reports.push(report);
  }
await engine.close();
if (draws === undefined) printTable(reports);
else printMeans(reports);
console.log(`\n${JSON.stringify(reports)}`);
