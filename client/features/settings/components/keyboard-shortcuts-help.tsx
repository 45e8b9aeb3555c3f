import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';

const KeyboardShortcuts = lazy(() =>
  import('./keyboard-shortcuts.tsx').then((module) => ({ default: module.KeyboardShortcuts })),
);

/** Listens for `?` on every screen. Typed with shift on most keyboards, without it on some. */
export function KeyboardShortcutsHelp() {
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  useHotkeys([
    ['shift+?', show],
    ['?', show],
  ]);
  return <Suspense>{open && <KeyboardShortcuts onClose={() => setOpen(false)} />}</Suspense>;
}
