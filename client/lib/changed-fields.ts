/**
 * The fields of `after` that differ from `before`. A form sends only these, so that two people
 * who edit different fields of the same record both keep their changes.
 */
export function changedFields<T extends object>(before: object, after: T): Partial<T> {
  const changed: Partial<T> = {};
  for (const key of Object.keys(after) as (keyof T)[])
    if (JSON.stringify(after[key]) !== JSON.stringify((before as Partial<T>)[key])) changed[key] = after[key];
  return changed;
}
