import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import type { ConfirmQuestion } from './confirm-question.ts';
import { type Confirm, ConfirmContext } from './use-confirm.ts';

export { useConfirm } from './use-confirm.ts';

const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<ConfirmQuestion | null>(null);
  const [open, setOpen] = useState(false);
  const answer = useRef<(yes: boolean) => void>(undefined);

  const ask = useCallback<Confirm>((next) => {
    answer.current?.(false);
    setQuestion(next);
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
      {question && (
        <Suspense>
          <ConfirmDialog question={question} open={open} onAnswer={close} />
        </Suspense>
      )}
    </ConfirmContext>
  );
}
