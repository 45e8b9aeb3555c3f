import { useSyncExternalStore } from 'react';

/** A short message at the bottom of the window, with an optional undo action. */
export interface Toast {
  id: number;
  kind: 'success' | 'error' | 'info';
  text: string;
  action?: { label: string; run: () => void };
}

/** At most this many are shown; an older one makes room. */
const maxShown = 3;
let toasts: readonly Toast[] = [];
let serial = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(kind: Toast['kind'], text: string, action?: Toast['action']): void {
  serial += 1;
  const next: Toast = action ? { id: serial, kind, text, action } : { id: serial, kind, text };
  // Only the newest undo is offered: with two of the same text it is unclear which one undoes what.
  const stay = action ? toasts.filter((earlier) => !earlier.action) : toasts;
  set([...stay, next].slice(-maxShown));
}

export const toast = {
  success: (text: string, action?: Toast['action']) => show('success', text, action),
  error: (text: string) => show('error', text),
  info: (text: string) => show('info', text),
};

export const dismissToast = (id: number): void => set(toasts.filter((toast) => toast.id !== id));

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
}
