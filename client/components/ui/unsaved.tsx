import { useUnsaved } from '#client/lib/unsaved.ts';

/** Stands inside a dialog whose form is kept outside of it, and tells it whether something typed is not saved yet. */
export function Unsaved({ dirty }: { dirty: boolean }) {
  useUnsaved(dirty);
  return null;
}
