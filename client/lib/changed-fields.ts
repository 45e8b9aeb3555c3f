/**
 * The fields of `after` that are not as they were when the form was opened. Only these are sent, so that two people
 * editing different fields of one thing both keep their work.
 */
export function changedFields<T extends object>(before: object, after: T): Partial<T> {
  const changed: Partial<T> = {};
  for (const key of Object.keys(after) as (keyof T)[])
    if (JSON.stringify(after[key]) !== JSON.stringify((before as Partial<T>)[key])) changed[key] = after[key];
  return changed;
}
