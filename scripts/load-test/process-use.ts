import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

export type ProcessUse = {
  /** The program's file, such as `main.ts`. */
  name: string;
  /** Resident megabytes, and the proportional share of them, in which what processes share counts once. */
  rssMb: number;
  pssMb: number;
  /** Seconds of processor time since it began, by the name of the thread; `ended`: of threads and children that are gone. */
  seconds: Record<string, number>;
};

const CLOCK_TICKS = 100;

/** What a process and all its descendants use; null where the system does not tell. Only the owner of a process may read its share. */
export function usesOf(pid: number): ProcessUse[] | null {
  if (process.platform !== 'linux') return null;
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const status = /^\d+$/.test(name) ? read(`${name}/status`) : undefined;
    if (status) parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0));
  }
  if (!parents.has(pid)) return null;
  const isInTree = (each: number | undefined): boolean =>
    each === pid || (each !== undefined && each > 1 && isInTree(parents.get(each)));
  return [...parents.keys()].filter(isInTree).map(useOf);
}

export const megabytesOf = (uses: readonly ProcessUse[]): { rssMb: number; pssMb: number } => ({
  rssMb: uses.reduce((sum, { rssMb }) => sum + rssMb, 0),
  pssMb: uses.reduce((sum, { pssMb }) => sum + pssMb, 0),
});

/** Seconds by process and thread, those of processes of one name together, of all that was used between two looks. */
export function secondsBetween(
  before: readonly ProcessUse[],
  after: readonly ProcessUse[],
): Record<string, number> {
  const sums: Record<string, number> = {};
  const add = (uses: readonly ProcessUse[], sign: number) => {
    for (const { name, seconds } of uses)
      for (const [thread, value] of Object.entries(seconds))
        sums[`${name} ${thread}`] = (sums[`${name} ${thread}`] ?? 0) + sign * value;
  };
  add(before, -1);
  add(after, 1);
  return Object.fromEntries(
    Object.entries(sums)
      .filter(([, value]) => value >= 0.05)
      .sort(([, a], [, b]) => b - a),
  );
}

function useOf(pid: number): ProcessUse {
  const words = (read(`${pid}/cmdline`) ?? '').split('\0');
  const program = words.find((word, at) => at > 0 && !word.startsWith('-')) ?? words[0] ?? '';
  const rollup = read(`${pid}/smaps_rollup`) ?? read(`${pid}/status`) ?? '';
  const megabytes = (pattern: RegExp) => Number(pattern.exec(rollup)?.[1] ?? 0) / 1024;
  const seconds: Record<string, number> = {};
  for (const thread of threadsOf(pid)) {
    const name = read(`${pid}/task/${thread}/comm`)?.trim();
    if (name) seconds[name] = (seconds[name] ?? 0) + (timesOf(`${pid}/task/${thread}/stat`)[0] ?? 0);
  }
  const [own = 0, children = 0] = timesOf(`${pid}/stat`);
  const living = Object.values(seconds).reduce((sum, value) => sum + value, 0);
  seconds.ended = Math.max(0, own - living) + children;
  const rssMb = megabytes(/^(?:Rss|VmRSS):\s+(\d+)/m);
  return { name: basename(program), rssMb, pssMb: megabytes(/^Pss:\s+(\d+)/m) || rssMb, seconds };
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return []; // it has ended
  }
}

/** Seconds of one's own and of children that have ended. */
function timesOf(file: string): number[] {
  const fields = (read(file) ?? '')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
  return [(user + system) / CLOCK_TICKS, (childUser + childSystem) / CLOCK_TICKS];
}

/** Processes may end while one looks. */
function read(file: string): string | undefined {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
