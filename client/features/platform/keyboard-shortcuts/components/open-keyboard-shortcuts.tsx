import { useHotkeys } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { withAllTexts } from '#client/i18n/i18next-setup.ts';

const KeyboardShortcuts = lazyPart(() =>
  withAllTexts(() => import('./keyboard-shortcuts.tsx')).then((module) => ({
    default: module.KeyboardShortcuts,
  })),
);

/** Opens the list of shortcuts on `?`, which needs Shift on most keyboards. */
export function OpenKeyboardShortcuts() {
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  useHotkeys([
    ['shift+?', show],
    ['?', show],
  ]);
  return <Suspense>{open && <KeyboardShortcuts onClose={() => setOpen(false)} />}</Suspense>;
}
