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

/**
 * What an edit form sends: the fields that differ from what it was opened with, and what they were then. The server refuses to
 * replace what somebody else has saved since.
 */
export function editOf<T extends object>(opened: object, after: T) {
  const changed = changedFields(opened, after);
  return { ...changed, seen: seenOf(opened, Object.keys(changed)) };
}

export const seenOf = (opened: object, fields: string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, (opened as Record<string, unknown>)[field] ?? null]));
