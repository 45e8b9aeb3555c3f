import { createContext, use, useEffect, useId } from 'react';

type Report = (form: string, dirty: boolean) => void;

/** The dialog around a form hears through this whether something typed is not saved yet. */
export const UnsavedChangesContext = createContext<Report>(() => {});

/** Called by forms inside a dialog. */
export function useUnsavedChanges(dirty: boolean): void {
  const report = use(UnsavedChangesContext);
  const id = useId();
  useEffect(() => {
    report(id, dirty);
    return () => report(id, false);
  }, [report, id, dirty]);
}
