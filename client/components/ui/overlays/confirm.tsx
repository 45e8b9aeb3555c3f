import { type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import type { ConfirmOptions } from './confirm-options.ts';
import { type Confirm, ConfirmContext } from './use-confirm.ts';

export { useConfirm } from './use-confirm.ts';

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'));

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [options, setOptions] = useState<ConfirmOptions | null>(null);
  const [open, setOpen] = useState(false);
  const answer = useRef<(yes: boolean) => void>(undefined);

  const ask = useCallback<Confirm>((next) => {
    answer.current?.(false);
    setOptions(next);
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);

  const close = (yes: boolean) => {
    setOpen(false);
    answer.current?.(yes);
    answer.current = undefined;
  };

  return (
    <ConfirmContext value={ask}>
      {children}
      {options && (
        <Suspense>
          <ConfirmDialog
            options={options}
            open={open}
            onConfirm={() => close(true)}
            onClose={() => close(false)}
          />
        </Suspense>
      )}
    </ConfirmContext>
  );
}
