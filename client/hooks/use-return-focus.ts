import { useEffect, useMemo } from 'react';

/**
 * Returns the focus to the element that opened a dialog once it is closed, or to the page if that element is gone,
 * so that keyboard users continue where they were.
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
