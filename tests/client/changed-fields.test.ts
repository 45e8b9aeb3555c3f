import { expect, test } from 'vitest';
import { changedFields } from '#client/lib/changed-fields.ts';

test('only what differs is sent, emptied texts included', () => {
  const before = { id: '1', name: 'Cup', location: 'Hall' as string | null, tags: ['a'] };
  expect(changedFields(before, { name: 'Cup', location: null, tags: ['a'] })).toEqual({ location: null });
  expect(changedFields(before, { name: '', tags: ['b'] })).toEqual({ name: '', tags: ['b'] });
  expect(changedFields(before, { name: 'Cup' })).toEqual({});
});
