/** One kind of disorder, the things it was found in and, where there is one, its cure. */
export type Finding = {
  what: string;
  items: string[];
  /** What fix() does, said after it was done. */
  cure?: string;
  fix?: () => Promise<unknown>;
};

const SHOWN = 10;

/** Prints the findings, cures what can be cured when asked to, and answers how many kinds are left. */
export async function report(findings: Finding[], fix: boolean): Promise<number> {
  let left = 0;
  for (const { what, items, cure, fix: repair } of findings) {
    console.log(`${items.length === 0 ? 'ok     ' : String(items.length).padEnd(7)} ${what}`);
    for (const item of items.slice(0, SHOWN)) console.log(`          ${item}`);
    if (items.length > SHOWN) console.log(`          and ${items.length - SHOWN} more`);
    if (items.length === 0) continue;
    if (fix && repair) {
      await repair();
      console.log(`        → ${cure}`);
    } else left += 1;
  }
  return left;
}
