/** Rejects when the work takes longer; its code is the one of a PostgreSQL server that cannot be used yet. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(noAnswerInTime()), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export const noAnswerInTime = (): Error => new NoAnswerInTime();

/** The database is busy with something else: on a slow machine its first start is enough. */
class NoAnswerInTime extends Error {
  readonly code = '57P03';
  /** The log tells it without a stack. */
  readonly isBusyDatabase = true;
  constructor() {
    super('The database did not answer in time');
  }
}
