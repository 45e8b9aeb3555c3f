/** Runs the work for each item, some at a time. The first failure ends it. */
export async function forEachLimited<T>(
  items: AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let failed = false;
  const worker = async () => {
    while (!failed) {
      const next = await iterator.next();
      if (next.done) return;
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  await iterator.return?.();
  for (const { status, ...rest } of ended)
    if (status === 'rejected') throw (rest as { reason: unknown }).reason;
}
