import { type RefObject, useEffect, useRef } from 'react';

/** For the buttons of an entry of a list: brings one that was just made into view, with the focus on the first of them. */
export function useFocusNew(isNew: boolean): RefObject<HTMLDivElement | null> {
  const buttons = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isNew) return;
    buttons.current?.closest('li')?.scrollIntoView({ block: 'nearest' });
    buttons.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [isNew]);
  return buttons;
}
