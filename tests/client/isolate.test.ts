import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isolate } from '#client/lib/isolate.ts';

const page = { documentElement: { dir: 'ltr' } };
beforeEach(() => void vi.stubGlobal('document', page));
afterEach(() => void vi.unstubAllGlobals());

const arabic = 'كرة اليد';
const hebrew = 'כדוריד';

test('text of the other writing direction is set apart, text of the same is left as it is', () => {
  page.documentElement.dir = 'ltr';
  for (const text of [arabic, hebrew, `TSV ${arabic}`]) expect(isolate(text)).toBe(`\u2068${text}\u2069`);
  for (const text of ['Handball', 'Größe', '12', '', '–']) expect(isolate(text)).toBe(text);
  page.documentElement.dir = 'rtl';
  for (const text of ['Handball', 'Größe', `TSV ${arabic}`])
    expect(isolate(text)).toBe(`\u2068${text}\u2069`);
  for (const text of [arabic, hebrew, '12', '']) expect(isolate(text)).toBe(text);
});
