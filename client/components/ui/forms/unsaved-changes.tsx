import { useUnsavedChanges } from '#client/lib/unsaved-changes.ts';

/** For a dialog whose form state is kept outside of it: reports unsaved changes to the dialog. */
export function UnsavedChanges({ dirty }: { dirty: boolean }) {
  useUnsavedChanges(dirty);
  return null;
}
