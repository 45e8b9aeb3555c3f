/**
 * What Safari 16.4 lacks, the oldest browser that the client is built for (`target` of vite.config.ts): the build makes older syntax
 * of newer syntax, and fills in no functions. Of each holder the names of what it got later.
 */
export const newerBuiltIns = {
  Promise: ['withResolvers', 'try'],
  Map: ['groupBy'],
  Object: ['groupBy'],
  URL: ['canParse', 'parse'],
  AbortSignal: ['any'],
  Error: ['isError'],
  RegExp: ['escape'],
  Math: ['sumPrecise', 'f16round'],
  Uint8Array: ['fromBase64', 'fromHex'],
  Iterator: ['from', 'concat'],
  'Set.prototype': [
    'union',
    'intersection',
    'difference',
    'symmetricDifference',
    'isSubsetOf',
    'isSupersetOf',
    'isDisjointFrom',
  ],
  'ArrayBuffer.prototype': ['transfer', 'transferToFixedLength', 'detached'],
  'Uint8Array.prototype': ['toBase64', 'toHex', 'setFromBase64', 'setFromHex'],
  'Iterator.prototype': [
    'map',
    'filter',
    'take',
    'drop',
    'flatMap',
    'reduce',
    'toArray',
    'forEach',
    'some',
    'every',
    'find',
  ],
  'Map.prototype': ['getOrInsert', 'getOrInsertComputed'],
  'Element.prototype': ['checkVisibility', 'setHTMLUnsafe', 'getHTML', 'moveBefore'],
  'HTMLElement.prototype': ['showPopover', 'hidePopover', 'togglePopover'],
  'Document.prototype': ['startViewTransition', 'caretPositionFromPoint'],
  'URLSearchParams.prototype': ['size'],
  window: ['requestIdleCallback', 'cancelIdleCallback', 'scheduler', 'navigation', 'CloseWatcher'],
} as const satisfies Record<string, readonly string[]>;

/** Runs in a page, before anything else there: leaves a browser that lacks all of it. */
export function deleteBuiltIns(built: Record<string, readonly string[]>): void {
  for (const [path, names] of Object.entries(built)) {
    const holder = path
      .split('.')
      .reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], globalThis);
    if (holder) for (const name of names) Reflect.deleteProperty(holder as object, name);
  }
}
