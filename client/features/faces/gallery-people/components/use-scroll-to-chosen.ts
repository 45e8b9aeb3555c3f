import { useEffect, useRef } from 'react';

/**
 * Scrolls the strip to the chosen person and focuses it, because the viewer in which the choice
 * was made is closed, and to its start when all are shown. The focus stays on first render and while a dialog is open.
 */
export function useScrollToChosen(chosenId: string | undefined, known: boolean) {
  const strip = useRef<HTMLUListElement>(null);
  const before = useRef(chosenId);
  useEffect(() => {
    const chosen = known && strip.current?.querySelector<HTMLElement>('[data-chosen]');
    if (!chosenId) {
      if (before.current) strip.current?.scrollTo({ left: 0 });
      before.current = undefined;
    }
    if (!chosen || !chosenId) return;
    chosen.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const elsewhere = !document.activeElement?.closest('[role="dialog"]');
    if (before.current !== chosenId && elsewhere) chosen.focus({ preventScroll: true });
    before.current = chosenId;
  }, [chosenId, known]);
  return strip;
}
