export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * Runs every contestant once a round, in turn, so that a slow spell of the machine hits all alike, and answers the
 * median milliseconds of each.
 */
export async function interleaved<Name extends string>(
  rounds: number,
  contestants: Record<Name, () => Promise<unknown>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(contestants) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round++)
    for (const name of names) times[name].push(await timed(contestants[name]));
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as Record<Name, number>;
}

/** Milliseconds of so many rounds of the same work. */
export async function timesOf(rounds: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timed(work));
  return times;
}

/** The median of each number of alike objects; what is no number is that of the first. */
export function mediansOf<Figures extends object>(all: readonly Figures[]): Figures {
  const figures = Object.entries(all[0]!).map(([name, value]) => [
    name,
    typeof value === 'number' ? median(all.map((each) => each[name as keyof Figures] as number)) : value,
  ]);
  return Object.fromEntries(figures);
}
