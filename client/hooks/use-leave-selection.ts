import { useHotkeys } from '@mantine/hooks';
import { useOverlay } from '#client/lib/close-topmost-overlay.ts';
import type { Selection } from './use-selection.ts';

/** Escape and the back button end a selection before they leave the page. `onTop`: nothing is open above the list. */
export function useLeaveSelection(
  { count, clear }: Pick<Selection, 'count' | 'clear'>,
  onTop: boolean,
): void {
  const { mayClose } = useOverlay(count > 0 && onTop, clear);
  useHotkeys([['Escape', () => mayClose() && clear(), { preventDefault: false }]]);
}
