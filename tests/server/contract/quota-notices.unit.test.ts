import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quotaNotice } from '#server/contract/quota-notices.ts';

test.each([
  [0, 0, 1_000, 0],
  [10, 899, 1_000, 0],
  [10, 900, 1_000, 90],
  [90, 985, 1_000, 90],
  [90, 990, 1_000, 100],
  [100, 1_000, 1_000, 100],
  [100, 5_000, 1_000, 100],
  [100, 5_000, null, 0],
])('of %i photos with %i bytes and a quota of %s, %i %% are told', (photos, bytes, quota_bytes, told) => {
  expect(quotaNotice({ photos, bytes, quota_bytes })).toBe(told);
});

test('whatever sizes photos have, those that are refused were told of as 100 %', () => {
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 5_000 }), fc.integer({ min: 1, max: 9_000_000 }), (fit, size) => {
      // Photos of one size, as many as fit: the next one is refused.
      const quota_bytes = fit * size + (size - 1);
      expect(quotaNotice({ photos: fit, bytes: fit * size, quota_bytes })).toBe(100);
      expect(quotaNotice({ photos: fit - 1, bytes: (fit - 1) * size, quota_bytes })).not.toBe(100);
    }),
  );
});
