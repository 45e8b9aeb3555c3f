import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';

const KeyboardShortcuts = lazy(() =>
  import('./keyboard-shortcuts.tsx').then((module) => ({ default: module.KeyboardShortcuts })),
);

/** Opens the list of shortcuts on `?`, which needs Shift on most keyboards. */
export function KeyboardShortcutsHelp() {
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  useHotkeys([
    ['shift+?', show],
    ['?', show],
  ]);
  return <Suspense>{open && <KeyboardShortcuts onClose={() => setOpen(false)} />}</Suspense>;
}
