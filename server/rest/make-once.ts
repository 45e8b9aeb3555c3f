const underWay = new Map<string, Promise<void>>();

/** Makes the file of a key; those who ask for the same key meanwhile wait for the same work. */
export function makeOnce(key: string, make: () => Promise<void>): Promise<void> {
  const known = underWay.get(key);
  if (known) return known;
  const work = make().finally(() => underWay.delete(key));
  underWay.set(key, work);
  return work;
}
