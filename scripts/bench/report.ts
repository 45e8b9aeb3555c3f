import { formatLoadTestReport, formatMegabytes } from '../load-test/load-test-report.ts';
import type { Fates } from './people/count-refusers.ts';
import type { Results, SectionName } from './sections.ts';

const n = (value: number, digits = 1) => value.toFixed(digits);

const describeFates = ({ photos, leftOut, byName, byOtherName, unnamed, missed, onlyLater }: Fates) =>
  `${photos} photos: ${n(((leftOut + byName + byOtherName) / photos) * 100)} % left out or asked about (${leftOut} left out, ${byName} by name, ${byOtherName} by the name of another), ${unnamed} among people whom nobody has linked, ${missed} not at all; ${onlyLater} only after others were answered`;

const tell: { [N in SectionName]: (result: NonNullable<Results[N]>) => string[] } = {
  engine: (engine) => {
    const { photosPerSecond: rate, msPerPhoto: ms, bound, peer } = engine;
    const times = peer.timesFaster;
    const parts = (of: typeof ms.oneWorker) =>
      `decode ${n(of.decode)} ms, derived pictures ${n(of.renditions)}, inference ${n(of.inference)}, whole ${n(of.whole)}`;
    return [
      `12-megapixel photos, ${n(engine.facesPerPhoto)} faces each, from file to embeddings with three derived pictures`,
      `one worker    ${n(rate.oneWorker, 2)} photos/s   ${parts(ms.oneWorker)}`,
      `two workers   ${n(rate.twoWorkers, 2)} photos/s   ${parts(ms.twoWorkers)}`,
      `two workers reach ${n(bound.shareReached * 100)} % of what their parts allow (${n(bound.twoWorkers, 2)} photos/s), ${n(bound.shareOfThatReached * 100)} % by the parts of one alone on the machine (${n(bound.byOneWorker, 2)})`,
      `face-api on WASM, from the camera's files, faces only: ${n(peer.photosPerSecond.oneWorker, 2)} photos/s; ours whole ${n(times.photos)} times`,
      `  lent our decoder and pictures: ${n(peer.photosPerSecond.lentOneWorker, 2)} with one worker, ${n(peer.photosPerSecond.lentTwoWorkers, 2)} with two; ours ${n(times.lent)} and ${n(times.lentTwoWorkers)} times`,
      `  faces in one large picture: ours ${n(peer.facesMs.ours)} ms, face-api ${n(peer.facesMs.peer)} ms: ${n(times.faces)} times`,
    ];
  },
  photo: ({ photos, profile, recogniser, msPerPhoto: ours, against, bound }) => {
    const cost = (of: typeof ours) =>
      `${n(of.whole)} ms (renditions ${n(of.renditions)}, faces ${n(of.faces)}), ${n(of.processor)} ms of processor`;
    return [
      `a photo of 12 megapixels ${profile ? `in ${profile}` : 'without a colour profile'}, medians over ${photos} of them: ${cost(ours)}, ${recogniser}`,
      ...(against
        ? [
            `${against.checkout} with ${against.recogniser}: ${cost(against.msPerPhoto)}`,
            `ours takes ${n(against.ourShare.whole, 2)} of it (renditions ${n(against.ourShare.renditions, 2)}, faces ${n(against.ourShare.faces, 2)}), ${n(against.ourShare.processor, 2)} of its processor time`,
          ]
        : ['(--against=<checkout>:<recogniser> compares with another commit)']),
      `two workers   ${n(bound.ours, 2)} photos/s; raw decoding and the nets alone ${n(bound.decodeAndNets, 2)}, ours ${n(bound.shareOfDecodeAndNets, 2)} of it; with the encoding of the renditions ${n(bound.withEncoding, 2)}, ours ${n(bound.shareOfWithEncoding, 2)}`,
      `recognition alone, from the large rendition: ${n(bound.shareOfRecognition, 2)} of what decoding it and the nets allow`,
    ];
  },
  clustering: ({ plans, uploads }) => [
    ...plans.map(({ geometry, faces, photosMore, ours, against }) => {
      const cost = ({ seconds, memoryMb, rounds }: typeof ours) =>
        `${n(seconds, 2)} s, ${n(memoryMb, 0)} MB (${rounds})`;
      const what = photosMore ? `${photosMore} photos more` : 'all new';
      const other = against
        ? `; the other ${cost(against)}: ${n(ours.seconds / against.seconds, 3)} of its time, ${ours.digest === against.digest ? 'the same plan' : 'ANOTHER PLAN'}`
        : '';
      return `${geometry.padEnd(5)} ${String(faces).padStart(6)} faces, ${what}: ${cost(ours)}, ${ours.groups} groups of ${ours.persons} people, ${ours.mixed} mixed${other}`;
    }),
    ...uploads.map(({ faces, photosMore, ours, against }) => {
      const cost = ({ seconds, firstSeconds, rounds }: typeof ours) =>
        `${n(seconds, 2)} s in all groupings, ${n(firstSeconds, 2)} of it in the first (${rounds})`;
      const later = (each: typeof ours) => each.seconds - each.firstSeconds;
      const other = against
        ? `; the other ${cost(against)}: ${n(ours.seconds / against.seconds, 3)} of its time, ${n(later(ours) / later(against), 3)} without the first, ${ours.digest === against.digest ? 'the same people' : 'OTHER PEOPLE'}`
        : '';
      return `${photosMore} photos uploaded to ${faces} faces: ${cost(ours)}${other}`;
    }),
  ],
  memory: (memory) => [
    `${memory.photos} photos, two workers: ${memory.rssMb.map((megabytes) => n(megabytes, 0)).join(' ')} MB`,
    `grown by ${n(memory.grownMb, 0)} MB since the second tenth`,
  ],
  lists: ({ world, figures }) => [
    Object.entries(world)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
    ...figures.map(
      (figure) =>
        `${figure.call.padEnd(28)} median ${n(figure.medianMs).padStart(7)} ms   p99 ${n(figure.p99Ms).padStart(7)} ms   ${figure.statements} statements`,
    ),
  ],
  processes: ({ photos, rounds, one, divided, ratios }) => {
    const line = ({ photosPerSecond, listMs }: typeof one) =>
      `${n(photosPerSecond, 2)} photos/s, list of galleries meanwhile ${n(listMs)} ms`;
    return [
      `${photos} photos from the first upload to the last analysis, medians of ${rounds} rounds, two recognition threads each`,
      `one process                    ${line(one)}`,
      `one web and two workers        ${line(divided)}`,
      `ratios                         photos/s ${n(ratios.photosPerSecond, 2)}, list ${n(ratios.listMs, 2)}`,
    ];
  },
  backup: (result) => [
    `${result.photos} photos with ${result.faces} faces: first backup with drill ${result.firstSeconds} s, a second one ${result.secondSeconds} s`,
    `processor time of the first ${result.processorSeconds} s`,
    `restored and equal: ${result.proven ? 'yes' : 'no'}`,
    `database held ${result.heldMs} ms, slowest write meanwhile ${result.longestWriteMs} ms`,
    `memory of all processes: ${result.memoryMoreMB} MB more at most`,
  ],
  search: (result) => ('persons' in result ? linesOfClubs(result) : linesOfFaces(result)),
  sizes: (runs) =>
    runs.flatMap(({ season, tables, vectorIndexes }) => [
      `${season.photos} photos`,
      ...Object.entries(tables).map(
        ([name, { rows, tableBytes, indexBytes, backupBytes }]) =>
          `${name.padEnd(20)} ${String(rows).padStart(8)} rows   ${n((tableBytes + indexBytes) / rows, 0).padStart(6)} bytes a row, ${n(indexBytes / rows, 0).padStart(5)} of them indexes; ${n(backupBytes / rows, 0).padStart(5)} in a backup`,
      ),
      ...vectorIndexes.map(
        ({ type, length, vectors, bytes, seconds }) =>
          `HNSW of ${type}(${length})`.padEnd(20) +
          ` ${String(vectors).padStart(8)} vectors ${n(bytes / vectors, 0).padStart(6)} bytes each, built in ${n(seconds)} s`,
      ),
    ]),
  finding: (r) => [
    `${r.detector} and ${r.recogniser}; ${r.photos} photos in ${r.galleries} galleries, ${r.strangers} of them of strangers`,
    `${r.enrolled} people enrolled by up to three pictures each (of ${r.withoutPictures} more no picture served), ${r.inGalleries} photos of them in the galleries`,
    `shown at once: ${r.shown}, of which right ${r.right}: precision ${n(r.precision * 100)} %, recall ${n(r.recall * 100)} %`,
    `asked about: ${r.questions} persons of galleries, of which right ${r.rightQuestions}`,
    `siblings of them: ${r.siblings.people}, with ${r.siblings.inGalleries} photos in the galleries, ${r.siblings.shown} of them shown at once to who looks for the other, ${r.siblings.questions} persons asked about`,
    `impostors: ${r.impostors.selfies} selfies (${r.impostors.refused} more refused), ${r.impostors.foundByPicture} find something as a picture to be found by, ${r.impostors.foundOnce} in one search`,
  ],
  refusers: (runs) =>
    runs.flatMap((r) => [
      `${r.people}: ${r.detector} and ${r.recogniser}; ${r.refusers} who refused (of ${r.unknown} more no face was known) in ${r.galleries} galleries with ${r.photos} photos`,
      `  gave pictures for that       ${describeFates(r.guarded)}`,
      `  linked elsewhere, and found  ${describeFates(r.linked)}`,
      `  linked elsewhere alone       ${describeFates(r.linkedAlone)}`,
      `  questions: ${r.questions}, most in a gallery ${r.mostQuestions}, at once ${r.mostAtOnce}, about one ${r.mostOfOne}; about ${r.askedAgain} more than once`,
      `  of ${r.others} photos of others asked about: ${r.othersAskedAbout}, ${n(r.othersAskedAbout / r.galleries)} a gallery`,
    ]),
  accounts: ({ rounds, figures }) => [
    `medians of ${rounds} names each`,
    ...figures.map(
      ({ call, knownMs, unknownMs }) =>
        `${call.padEnd(16)} with an account ${n(knownMs, 2)} ms, without one ${n(unknownMs, 2)} ms, ${n(Math.abs(knownMs - unknownMs), 2)} apart`,
    ),
  ],
  road: (road) => [
    ...formatLoadTestReport(road),
    `memory at rest, RSS / PSS ${road.atRest === null ? 'not readable' : formatMegabytes(road.atRest)}`,
  ],
  serve: ({ rates, archiveMbPerSecond, startMs }) => [
    ...Object.entries(rates).map(
      ([name, { perSecond, p50Ms, processorMs, bytes }]) =>
        `${name.padEnd(28)} ${n(perSecond, 0).padStart(6)} a second   p50 ${n(p50Ms).padStart(6)} ms   processor ${processorMs === null ? 'not readable' : `${n(processorMs, 2).padStart(5)} ms`}   ${bytes} bytes`,
    ),
    `archive of all photos        ${n(archiveMbPerSecond, 0).padStart(6)} MB/s`,
    `ready after a start          ${n(startMs.existing / 1e3)} s, on an empty folder ${n(startMs.empty / 1e3)} s`,
  ],
  page: (visits) =>
    visits.map(
      ({ page, line, ...v }) =>
        `${`${page}, ${line}`.padEnd(34)} first paint ${n(v.firstPaintMs / 1e3, 2)} s, first photo ${n(v.firstPhotoMs / 1e3, 2)} s, longest task before it ${n(v.longestTaskMs, 0)} ms, largest ${n(v.largestMs / 1e3, 2)} s, shifted ${n(v.shifted, 3)}; ${v.requests} requests, scripts and data ${n(v.scriptKb, 0)} kB, ${v.pictures} pictures of ${n(v.pictureKb, 0)} kB`,
    ),
};

const titles: Record<SectionName, string> = {
  engine: 'The engine',
  photo: 'One photo',
  clustering: 'Grouping',
  memory: 'Memory of recognition',
  lists: 'Lists',
  processes: 'One process, and one that answers with two that work, on a database server',
  backup: 'Backup beside a writer',
  search: 'Search by pictures of one’s family, in all galleries',
  sizes: 'Sizes of tables and of vector indexes',
  finding: 'People found by pictures of themselves, on a server of its own',
  refusers: 'People who refused, in the check before photos leave the club, on servers of its own',
  accounts: 'Answers to “forgotten password” and to a wrong password, for names with and without an account',
  serve: 'What a server answers to 8 connections, and how fast it starts',
  page: 'A gallery opened by its link, and My photos, with an empty cache, not scrolled; slow: 1.6 Mbit/s, 150 ms; phone: a quarter of the processor',
  road: 'The whole road: upload to people, on a server of its own with the embedded database',
};

/** One section as people read it. */
export function describeSection<N extends SectionName>(name: N, result: NonNullable<Results[N]>): string {
  return [`\n${titles[name]}`, ...tell[name](result).map((line) => `  ${line}`)].join('\n');
}

type Searches = Results['search'] & object;

const linesOfFaces = ({
  faces,
  database,
  found,
  expected,
  figures,
  bytes,
  hnsw,
}: Extract<Searches, { faces: number }>) => [
  `one enrolled person among ${faces} faces, ${database} database: ${found} of ${expected} photos found`,
  `faces take ${n(bytes.faces / 1e6, 0)} MB with their indexes, the database ${n(bytes.database / 1e6, 0)} MB`,
  ...figures.map(
    ({ call, medianMs, p95Ms }) =>
      `${call.padEnd(28)} median ${n(medianMs).padStart(7)} ms   p95 ${n(p95Ms).padStart(7)} ms`,
  ),
  ...(hnsw
    ? [
        `an HNSW index of halfvec, which nothing uses: ${n(hnsw.bytes / 1e6, 0)} MB, built in ${n(hnsw.buildSeconds, 0)} s`,
        ...hnsw.byView.map(
          ({ view, medianMs, p95Ms, recall }) =>
            `  ef_search ${String(view).padEnd(4)} median ${n(medianMs).padStart(7)} ms   p95 ${n(p95Ms).padStart(7)} ms   recall ${n(recall, 4)}`,
        ),
      ]
    : []),
];

const linesOfClubs = (result: Extract<Searches, { persons: number }>) => [
  `${result.persons} persons in clubs of 1,000, ${result.database} database, filled in ${n(result.filledSeconds, 0)} s`,
  `means take ${n(result.bytes.table / 1e6, 0)} MB, their indexes ${n(result.bytes.indexes / 1e6, 0)} MB`,
  ...result.figures.map(
    ({ scope, medianMs, p95Ms, searches }) =>
      `${scope.padEnd(28)} median ${n(medianMs).padStart(7)} ms   p95 ${n(p95Ms).padStart(7)} ms   ${searches} searches`,
  ),
  ...Object.entries(result.compared).map(
    ([scope, { searches, equal }]) =>
      `${scope.padEnd(28)} ${equal} of ${searches} equal to what reads every mean`,
  ),
];
