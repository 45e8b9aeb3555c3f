import { createContext, use, useEffect, useId } from 'react';

type Report = (form: string, dirty: boolean) => void;

/** The dialog around a form hears through this whether something typed is not saved yet. */
export const UnsavedContext = createContext<Report>(() => {});

/** Called by forms inside a dialog. */
export function useUnsaved(dirty: boolean): void {
  const report = use(UnsavedContext);
  const id = useId();
  useEffect(() => {
    report(id, dirty);
    return () => report(id, false);
  }, [report, id, dirty]);
}
