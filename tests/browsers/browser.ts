/** A reference to an element, as the protocol names it. */
export type ElementId = string;

/** What the visit needs of a browser, whatever protocol drives it. */
export interface Browser {
  name: string;
  goto(url: string): Promise<void>;
  /** Runs the body of a function in the page; `arguments` are the values. */
  run<T>(body: string, ...values: unknown[]): Promise<T>;
  /** The first visible element of this selector whose text or label holds the words, once it stands still. */
  query(selector: string, words?: string): Promise<ElementId | undefined>;
  click(element: ElementId): Promise<void>;
  type(element: ElementId, text: string): Promise<void>;
  press(key: 'Escape' | 'ArrowRight'): Promise<void>;
  upload(element: ElementId, file: string): Promise<void>;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Looks an element up that can be used and stands where it stood when last asked for. A file field may be out of sight.
 */
export const queryBody = `
  const [selector, words] = arguments;
  const named = (element) =>
    [element.textContent, element.getAttribute('aria-label'), element.getAttribute('placeholder'),
      ...[...(element.labels ?? [])].map((label) => label.textContent)].join(' ');
  const places = (window.lastPlaces ??= new WeakMap());
  for (const element of document.querySelectorAll(selector)) {
    const box = element.getBoundingClientRect();
    if (element.type !== 'file' && (box.width === 0 || box.height === 0)) continue;
    if (element.matches(':disabled')) continue;
    if (words && !named(element).includes(words)) continue;
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { x, y, width, height } = element.getBoundingClientRect();
    const place = [x, y, width, height].join();
    if (places.get(element) === place) return element;
    places.set(element, place);
    return null;
  }
  return null;`;

/** Codes of keys without a character, as WebDriver writes them. */
export const keyCodes = { Escape: '\uE00C', ArrowRight: '\uE014' } as const;
