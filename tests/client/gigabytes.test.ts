import { expect, test } from 'vitest';
import { parseGigabytes } from '#client/features/clubs/storage-usage/components/gigabytes.ts';
import { isNearlyFull } from '#server/contract/quota-notices.ts';

test('gigabytes are read with point or comma, and nothing else is taken for a number', () => {
  expect(['20', ' 2.5 ', '2,5', '0,001'].map(parseGigabytes)).toEqual([20e9, 2.5e9, 2.5e9, 1e6]);
  for (const wrong of ['', '0', '0,000', '-1', '1e3', '1.000,5', '1.0005', 'ten', '20 GB', '1234567'])
    expect(parseGigabytes(wrong), wrong).toBeUndefined();
});

test('a quota is nearly full from nine tenths on', () => {
  expect([89, 90, 100, 120].map((used) => isNearlyFull(used, 100))).toEqual([false, true, true, true]);
});
