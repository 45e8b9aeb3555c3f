export interface GroupingQuality {
  persons: number;
  groups: number;
  pairPrecision: number;
  pairRecall: number;
  pairF1: number;
  bCubedPrecision: number;
  bCubedRecall: number;
  bCubedF1: number;
}

const ratio = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
const f1 = (precision: number, recall: number) =>
  precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);

/**
 * Compares a grouping with the truth, item by item. `groups[i]` is null for an item that is in no group: it counts
 * as alone. B-cubed: Bagga & Baldwin 1998; pairs: of two items in one group, are they one person.
 */
export function gradeGrouping(truth: readonly string[], groups: readonly (string | null)[]): GroupingQuality {
  const keys = groups.map((group, i) => group ?? `alone ${i}`);
  const count = (names: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  };
  const inGroup = count(keys);
  const inPerson = count(truth);
  const both = truth.map((person, i) => `${person} in ${keys[i]}`);
  const inBoth = count(both);
  let precision = 0;
  let recall = 0;
  truth.forEach((person, i) => {
    precision += inBoth.get(both[i]!)! / inGroup.get(keys[i]!)! / truth.length;
    recall += inBoth.get(both[i]!)! / inPerson.get(person)! / truth.length;
  });
  const pairs = (counts: Map<string, number>) =>
    [...counts.values()].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0);
  const pairPrecision = ratio(pairs(inBoth), pairs(inGroup));
  const pairRecall = ratio(pairs(inBoth), pairs(inPerson));
  return {
    persons: inPerson.size,
    groups: inGroup.size,
    pairPrecision,
    pairRecall,
    pairF1: f1(pairPrecision, pairRecall),
    bCubedPrecision: precision,
    bCubedRecall: recall,
    bCubedF1: f1(precision, recall),
  };
}
