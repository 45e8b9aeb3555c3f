import { create } from 'zustand';

/** A short message at the edge of the window, with an optional action such as undo. */
export interface Toast {
  id: number;
  kind: 'success' | 'error' | 'info';
  text: string;
  action?: { label: string; run: () => void };
}

/** At most this many are shown; an older one makes room. On a phone two would cover the form below. */
export const maxToasts = () => (matchMedia('(max-width: 48em)').matches ? 1 : 3);
const shownMs = { success: 5_000, error: 12_000, info: 7_000 };
/** Toasts with an action. */
const undoShownMs = 10_000;

/** After which time without pointer or focus a toast disappears. */
export const shownMsOf = ({ kind, action }: Toast): number => (action ? undoShownMs : shownMs[kind]);

/**
 * Only the newest undo is offered: with two of the same text it is unclear which one undoes what. A toast without undo
 * replaces the one that says the same, and where only one is shown, any without undo; an undo waits until the newer one is gone.
 */
export function withToast(toasts: readonly Toast[], next: Toast, max: number): readonly Toast[] {
  const stay = toasts.filter(({ kind, text, action }) => {
    if (action) return !next.action;
    return max > 1 && (next.action || kind !== next.kind || text !== next.text);
  });
  return [...stay, next].slice(-Math.max(max, 2));
}

let serial = 0;
const store = create<{ toasts: readonly Toast[] }>()(() => ({ toasts: [] }));

function show(kind: Toast['kind'], text: string, action?: Toast['action']): number {
  serial += 1;
  const next: Toast = action ? { id: serial, kind, text, action } : { id: serial, kind, text };
  store.setState(({ toasts }) => ({ toasts: withToast(toasts, next, maxToasts()) }));
  return next.id;
}

/** Each returns the id by which the toast can be dismissed. */
export const toast = {
  success: (text: string, action?: Toast['action']) => show('success', text, action),
  error: (text: string) => show('error', text),
  info: (text: string, action?: Toast['action']) => show('info', text, action),
};

export const dismissToast = (id: number): void =>
  store.setState(({ toasts }) => ({ toasts: toasts.filter((shown) => shown.id !== id) }));

export const shownToasts = (): readonly Toast[] => store.getState().toasts;
export const useToasts = (): readonly Toast[] => store((state) => state.toasts);
