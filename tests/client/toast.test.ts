import { expect, test } from 'vitest';
import { type Toast, withToast } from '#client/lib/toast.ts';

const undo = { label: 'Undo', run: () => {} };
let serial = 0;
const toastOf = (kind: Toast['kind'], text: string, action?: Toast['action']): Toast => {
  serial += 1;
  return { id: serial, kind, text, ...(action && { action }) };
};
const shownAfter = (...toasts: Toast[]) =>
  toasts.reduce<readonly Toast[]>((shown, next) => withToast(shown, next, 3), []);
const shownOnPhoneAfter = (...toasts: Toast[]) =>
  toasts.reduce<readonly Toast[]>((shown, next) => withToast(shown, next, 1), []);

test('a toast replaces the one that says the same; one of another kind or with an undo stays', () => {
  const [saved, undone, failed] = [
    toastOf('success', 'Saved.'),
    toastOf('info', 'Undone.'),
    toastOf('error', 'Saved.'),
  ];
  const again = toastOf('success', 'Saved.');
  expect(shownAfter(saved, undone, again)).toEqual([undone, again]);
  expect(shownAfter(failed, saved, again)).toEqual([failed, again]);
  const withUndo = toastOf('success', 'Saved.', undo);
  expect(shownAfter(withUndo, again)).toEqual([withUndo, again]);
});

test('only the newest undo is offered, and only the newest toasts are shown', () => {
  const [first, second] = [toastOf('success', 'Hidden.', undo), toastOf('success', 'Hidden.', undo)];
  expect(shownAfter(first, second)).toEqual([second]);
  const four = ['1', '2', '3', '4'].map((text) => toastOf('info', text));
  expect(shownAfter(...four)).toEqual(four.slice(1));
});

test('where one is shown at a time, a newer toast replaces any without undo, and an undo waits below it', () => {
  const [saved, failed, hidden, sent] = [
    toastOf('success', 'Saved.'),
    toastOf('error', 'Not sent.'),
    toastOf('success', 'Hidden.', undo),
    toastOf('info', 'Sent.'),
  ];
  expect(shownOnPhoneAfter(saved, failed)).toEqual([failed]);
  expect(shownOnPhoneAfter(saved, hidden)).toEqual([hidden]);
  expect(shownOnPhoneAfter(hidden, saved, sent)).toEqual([hidden, sent]);
  expect(shownOnPhoneAfter(hidden, saved, toastOf('info', 'Gone.', undo))).toHaveLength(1);
});
