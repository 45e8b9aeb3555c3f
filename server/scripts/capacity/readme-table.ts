import { estimate } from './estimate.ts';
import { bytes, cores, counted, duration, exact, rounded } from './format.ts';
import type { Inputs } from './inputs.ts';

const SIZES = [1, 100, 10_000];

/** The README's table “How far it goes”. */
export function readmeTable(inputs: Inputs): string[] {
  const found = SIZES.map((clubs) => estimate({ ...inputs, clubs }));
  const row = (name: string, cell: (each: (typeof found)[number]) => string) =>
    `| ${name} | ${found.map(cell).join(' | ')} |`;
  return [
    `| | ${SIZES.map((clubs) => counted(clubs, 'club')).join(' | ')} |`,
    `|---|${SIZES.map(() => '---|').join('')}`,
    row(
      'photos, faces',
      ({ years }) => `${rounded(years.at(-1)?.photos ?? 0)}, ${rounded(years.at(-1)?.faces ?? 0)}`,
    ),
    row('originals and renditions', ({ years }) => bytes(years.at(-1)?.storeBytes ?? 0)),
    row('database', ({ years }) => bytes(years.at(-1)?.databaseBytes ?? 0)),
    row(
      'busiest evening',
      ({ peak }) => `${rounded(peak.photos)} photos, ${rounded(peak.uploads)} uploads/s`,
    ),
    row('processes', ({ processes: { all, web, worker, webCores, workerCores } }) =>
      all > 0
        ? `1, ${cores(webCores + workerCores)}`
        : `${exact(web)} web, ${exact(worker)} worker; ${cores(webCores + workerCores)}`,
    ),
    row('nightly backup with drill', ({ backupHours }) => duration(backupHours)),
    row('cost a month', ({ cost }) => `${rounded(cost.total)} €`),
    row('limits passed', ({ limits }) =>
      exact(limits.filter(({ needed, allowed }) => needed > allowed).length),
    ),
    '',
    '| breaks from | part | what takes over |',
    '|---|---|---|',
    ...(found[0]?.limits ?? [])
      .filter(({ breaksAtClubs }) => breaksAtClubs !== undefined)
      .map(
        ({ breaksAtClubs = 0, part, takesOver, by }) =>
          `| ${counted(breaksAtClubs, 'club')} | ${part} | ${takesOver}${by === 'development' ? ' (not built)' : ''} |`,
      ),
  ];
}
