import { createContext, use, useEffect, useId } from 'react';

type Report = (form: string, dirty: boolean) => void;

/** Reports to the dialog around a form whether it has unsaved changes. */
export const UnsavedChangesContext = createContext<Report>(() => {});

/** Called by forms inside a dialog; the dialog asks before it discards unsaved changes. */
export function useUnsavedChanges(dirty: boolean): void {
  const report = use(UnsavedChangesContext);
  const id = useId();
  useEffect(() => {
    report(id, dirty);
    return () => report(id, false);
  }, [report, id, dirty]);
}
