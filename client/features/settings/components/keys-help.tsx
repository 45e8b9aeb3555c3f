import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';

const KeysSheet = lazy(() => import('./keys-sheet.tsx').then((module) => ({ default: module.KeysSheet })));

/** Listens for `?` on every screen. Typed with shift on most keyboards, without it on some. */
export function KeysHelp() {
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  useHotkeys([
    ['shift+?', show],
    ['?', show],
  ]);
  return <Suspense>{open && <KeysSheet onClose={() => setOpen(false)} />}</Suspense>;
}
