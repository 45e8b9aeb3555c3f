import { useEffect, useMemo } from 'react';

/**
 * Gives the focus back to what opened a dialog once that is closed or gone, or to the page where the opener is gone
 * as well: who walks by keyboard goes on from where they were.
 */
export function useReturnFocus(opened: boolean): void {
  const opener = useMemo(() => (opened ? document.activeElement : null), [opened]);
  useEffect(() => {
    if (!opener) return;
    return () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const back =
          opener.isConnected && opener !== document.body ? opener : document.getElementById('content');
        if (back instanceof HTMLElement) back.focus({ preventScroll: true });
      });
    };
  }, [opener]);
}
