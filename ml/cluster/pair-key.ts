/** One key for a pair of ids in either order. */
export const pairKey = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** The two ids of a key. */
export const personsOf = (key: string): string[] => key.split(' ');
