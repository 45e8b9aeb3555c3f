import { useEffect, useRef, useState } from 'react';

interface Decided {
  ids: ReadonlySet<string>;
  /** Place of the next photo in the list without these. */
  next: number;
}

/**
 * Moves the focus after a decision, once the photos are gone from the list: to the picture of the next photo, of the last
 * one where none follows, and to the heading where none is left.
 */
export function useFocusNext(photos: readonly { id: string }[]) {
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [decided, setDecided] = useState<Decided>();
  useEffect(() => {
    if (!decided || photos.some(({ id }) => decided.ids.has(id))) return;
    setDecided(undefined);
    const card = list.current?.children[Math.min(decided.next, photos.length - 1)];
    (card?.querySelector('button') ?? heading.current)?.focus();
  }, [decided, photos]);

  const focusNext = (which: readonly string[]) => {
    const ids = new Set(which);
    const last = photos.findLastIndex(({ id }) => ids.has(id));
    setDecided({ ids, next: photos.slice(0, last).filter(({ id }) => !ids.has(id)).length });
  };
  return { list, heading, focusNext };
}
