import type { Person } from '#server/contract/schemas/gallery-people.ts';

/** Of two who are put together the person to keep: the named one, else the one with more photos. */
export function keptFirst(a: Person, b: Person): [kept: Person, gone: Person] {
  if (Boolean(a.name) !== Boolean(b.name)) return a.name ? [a, b] : [b, a];
  return a.photo_count >= b.photo_count ? [a, b] : [b, a];
}
