import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { changeLanguage, startTranslations, withAllTexts } from '#client/i18n/i18next-setup.ts';
import { preventDoubleClicks } from '#client/lib/prevent-double-click.ts';
import { dismissToast, shownToasts } from '#client/lib/toast.ts';
import { startFakeServer, stopFakeServer } from './fake-server.ts';

/** What happy-dom lacks and the client asks for. */
class NeverAnswers extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  close() {}
  observe() {}
  unobserve() {}
  disconnect() {}
}
vi.stubGlobal('EventSource', NeverAnswers);
Object.assign(document, { fonts: new NeverAnswers() });
vi.stubGlobal('scrollTo', () => {});
Element.prototype.scrollIntoView ??= () => {};
// A library that warns of an element would print the whole page and what React knows of it: 10 MB a run.
Object.assign(Element.prototype, {
  [Symbol.for('nodejs.util.inspect.custom')](this: Element) {
    return `<${this.localName} class="${this.className}">`;
  },
});
const wordsOf = (container: Element) => {
  const page = container.cloneNode(true) as Element;
  for (const style of page.querySelectorAll('style')) style.remove();
  return page.textContent;
};

// Of each element that is asked whether it is hidden, happy-dom resolves all rules anew after every change of the page. Mantine's
// variables (500, of colours and sizes) hide nothing.
const { get: sheetOf } = Object.getOwnPropertyDescriptor(HTMLStyleElement.prototype, 'sheet')!;
Object.defineProperty(HTMLStyleElement.prototype, 'sheet', {
  get(this: HTMLStyleElement) {
    return this.dataset.mantineStyles === 'true' ? null : sheetOf!.call(this);
  },
});

configure({
  // The parts of the client are loaded when they are first shown, which takes its time on a busy machine.
  asyncUtilTimeout: 15_000,
  // The whole page as HTML says less than its words. They are gathered when the message is read: what waits for an element asks many
  // times, and only the last answer is told.
  getElementError: (message, container) => {
    const error = new Error(message ?? undefined);
    error.name = 'TestingLibraryElementError';
    Object.defineProperty(error, 'message', {
      get: () => `${message}\n\nThe page says: ${wordsOf(container)}`,
    });
    return error;
  },
});

// React remembers of each element where it was made, for warnings, unless it has done so for too many: a twelfth of the processor time.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.MAX_SAFE_INTEGER,
  set: () => undefined,
});

preventDoubleClicks();

beforeAll(async () => {
  startFakeServer();
  await startTranslations();
  await withAllTexts(async () => undefined);
  await changeLanguage('en');
});

afterEach(() => {
  cleanup();
  stopFakeServer();
  localStorage.clear();
  sessionStorage.clear();
  for (const { id } of shownToasts()) dismissToast(id);
});

// A navigation that is still on its way shows its skeleton after `defaultPendingMs` (client/app/router.tsx): while there is a
// page.
afterAll(() => new Promise((due) => setTimeout(due, 300)));
