import { useEffect } from 'react';
import { create } from 'zustand';

/** Errors that a part of the page shows at its own place. */
const store = create<{ told: readonly unknown[] }>()(() => ({ told: [] }));

/** Called by what shows an error, as long as it does. */
export function useTellError(error: unknown): void {
  useEffect(() => {
    if (!error) return;
    store.setState(({ told }) => ({ told: [...told, error] }));
    return () =>
      store.setState(({ told }) => {
        const at = told.indexOf(error);
        return { told: told.filter((_, index) => index !== at) };
      });
  }, [error]);
}

export const useToldErrors = (): readonly unknown[] => store(({ told }) => told);
