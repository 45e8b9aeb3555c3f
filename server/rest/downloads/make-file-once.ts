const underWay = new Map<string, Promise<void>>();

/** Makes the file of a key, or waits where it is being made already. */
export function makeOnce(key: string, make: () => Promise<void>): Promise<void> {
  const known = underWay.get(key);
  if (known) return known;
  const work = make().finally(() => underWay.delete(key));
  underWay.set(key, work);
  return work;
}
