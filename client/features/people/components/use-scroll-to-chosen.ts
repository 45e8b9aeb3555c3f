import { useEffect, useRef } from 'react';

/**
 * Brings whoever was chosen into view in a long strip. The focus goes there too, because the viewer in which the choice
 * may have been made is gone; at the first sight of the page, and in a dialog that is still open, it stays.
 */
export function useScrollToChosen(chosenId: string | undefined, known: boolean) {
  const strip = useRef<HTMLUListElement>(null);
  const before = useRef(chosenId);
  useEffect(() => {
    const chosen = known && strip.current?.querySelector<HTMLElement>('[data-chosen]');
    if (!chosen || !chosenId) return;
    chosen.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const elsewhere = !document.activeElement?.closest('[role="dialog"]');
    if (before.current !== chosenId && elsewhere) chosen.focus({ preventScroll: true });
    before.current = chosenId;
  }, [chosenId, known]);
  return strip;
}
