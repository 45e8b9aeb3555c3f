/** One kind of problem, what it was found in and, where it can be repaired, how. */
export type Problem = {
  what: string;
  items: string[];
  repair?: () => Promise<unknown>;
  /** What `repair` did, printed afterwards. */
  repaired?: string;
};

const SHOWN = 10;

/**
 * Prints each kind, also those found in nothing.
 * @param repairs whether what can be repaired is repaired
 * @returns how many kinds are left
 */
export async function reportProblems(problems: Problem[], repairs: boolean): Promise<number> {
  let left = 0;
  for (const { what, items, repair, repaired } of problems) {
    console.log(`${items.length === 0 ? 'ok     ' : String(items.length).padEnd(7)} ${what}`);
    for (const item of items.slice(0, SHOWN)) console.log(`          ${item}`);
    if (items.length > SHOWN) console.log(`          and ${items.length - SHOWN} more`);
    if (items.length === 0) continue;
    if (repairs && repair) {
      await repair();
      console.log(`        → ${repaired}`);
    } else left += 1;
  }
  return left;
}
