import { useUnsavedChanges } from '#client/lib/unsaved-changes.ts';

/** Stands inside a dialog whose form is kept outside of it, and tells it whether something typed is not saved yet. */
export function UnsavedChanges({ dirty }: { dirty: boolean }) {
  useUnsavedChanges(dirty);
  return null;
}
