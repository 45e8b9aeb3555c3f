import type { Estimate } from './estimate.ts';
import { bytes, cores, counted, duration, exact, rounded, table } from './format.ts';
import { type Figures, valuesOf } from './inputs.ts';
import { flagOf } from './read-arguments.ts';

const REMEDY = {
  setting: 'a setting',
  operation: 'the operator’s work',
  development: 'work on Clublens',
} as const;

/** The estimate as people read it; every number it rests on stands at the end with the flag that changes it. */
export function report(found: Estimate, figures: Figures): string[] {
  const { clubs, photosPerWeek, years } = valuesOf(figures);
  return [
    `${counted(clubs, 'club')}, ${counted(photosPerWeek, 'photo')} a club and week, after ${counted(years, 'year')}`,
    ...section('What it needs', needs(found, figures)),
    ...section('Storage by year', storage(found)),
    ...section('What breaks first, and what takes over', breaks(found)),
    ...section('Cost a month', cost(found)),
    ...section('What this rests on', sources(figures)),
    ...section('Not in the model', [
      'families, consents and the activity log; mails, archives, live messages; the time of the database while it writes,',
      'and that lists get slower in a larger database. Nothing here was tried at 10,000 clubs: it is arithmetic.',
    ]),
  ];
}

const section = (title: string, lines: string[]) => ['', title, ...lines.map((line) => `  ${line}`)];

function needs({ peak, processes, vectorIndex, backupHours }: Estimate, figures: Figures): string[] {
  const { uploadHours, foundWithinHours } = valuesOf(figures);
  const { all, web, worker, webCores, workerCores, connections } = processes;
  return table(
    [
      [
        'busiest evening',
        `${rounded(peak.photos)} photos in ${uploadHours} h, found ${foundWithinHours} h later: ${rounded(peak.uploads)} uploads/s, ${rounded(peak.analyses)} analyses/s, ${rounded(peak.gbit)} Gbit/s`,
      ],
      [
        'processes',
        all > 0
          ? `one that does everything (${cores(webCores + workerCores)} on the busiest evening)`
          : `${exact(web)} web (${cores(webCores)}), ${exact(worker)} worker (${cores(workerCores)}); ${exact(connections)} database connections`,
      ],
      [
        'vector index',
        `none today. Over ${rounded(vectorIndex.vectors)} faces: ${bytes(vectorIndex.vectorBytes)}, ${bytes(vectorIndex.halfvecBytes)} of halfvec, built in ${duration(vectorIndex.buildHours)} by one process with that much memory`,
      ],
      ['nightly backup', `${duration(backupHours)} with its drill`],
    ],
    [0, 1],
  );
}

const storage = ({ years }: Estimate): string[] =>
  table([
    ['year', 'photos', 'faces', 'rows', 'originals and renditions', 'database', 'one backup'],
    ...years.map((each) => [
      exact(each.year),
      rounded(each.photos),
      rounded(each.faces),
      rounded(each.rows),
      bytes(each.storeBytes),
      bytes(each.databaseBytes),
      bytes(each.backupBytes),
    ]),
  ]);

function breaks({ limits }: Estimate): string[] {
  const rows = limits.map((limit) => [
    limit.breaksAtClubs === undefined ? 'never' : counted(limit.breaksAtClubs, 'club'),
    limit.part,
    `${rounded(limit.needed)} of ${rounded(limit.allowed)} ${limit.unit}`,
    limit.needed > limit.allowed ? 'passed' : '',
    `${limit.takesOver}: ${REMEDY[limit.by]}`,
  ]);
  const [first] = limits;
  const passed = limits.filter((limit) => limit.needed > limit.allowed).length;
  return [
    ...table([['from', 'part', 'need here', '', 'takes over'], ...rows], [1, 2, 3, 4]),
    `${passed} of ${limits.length} limits are passed. The first is that of: ${first?.part}, from ${rows[0]?.[0]}`,
  ];
}

const cost = ({ cost: { total, ...parts } }: Estimate): string[] =>
  table(
    [...Object.entries(parts), ['total', total] as const].map(([part, euros]) => [
      part,
      `${rounded(euros)} €`,
    ]),
  );

const sources = (figures: Figures): string[] =>
  table(
    Object.entries(figures).map(([name, { value, unit, source }]) => [
      `--${flagOf(name)}`,
      value >= 10 ? exact(Math.round(value * 10) / 10) : exact(value),
      `${unit} (${source})`,
    ]),
    [0, 2],
  );
