import { describe, expect, it } from 'vitest';
import { formatsFor } from '#client/lib/format.ts';

describe('sizes of files', () => {
  it.each([
    ['en', 0, '0 bytes'],
    ['en', 1, '1 byte'],
    ['en', 14, '14 bytes'],
    ['en', 2_000, '2 kB'],
    ['en', 3_456_789, '3.5 MB'],
    ['de', 0, '0 Byte'],
    ['de', 1, '1 Byte'],
    ['de', 3_456_789, '3,5 MB'],
  ])('in %s: %i is %s', (language, size, text) =>
    expect(
      formatsFor(language)
        .bytes(size)
        .replace(/\u00a0/g, ' '),
    ).toBe(text),
  );
});
