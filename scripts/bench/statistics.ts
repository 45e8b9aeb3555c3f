export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

async function timed(work: () => Promise<unknown>): Promise<number> {
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
