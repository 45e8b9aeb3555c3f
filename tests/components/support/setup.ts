import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
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
configure({
  // The parts of the client are loaded when they are first shown, which takes its time on a busy machine.
  asyncUtilTimeout: 15_000,
  // The whole page as HTML says less than its words.
  getElementError: (message, container) => {
    const page = container.cloneNode(true) as Element;
    for (const style of page.querySelectorAll('style')) style.remove();
    const error = new Error(`${message}\n\nThe page says: ${page.textContent}`);
    error.name = 'TestingLibraryElementError';
    return error;
  },
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
