import { expect, test } from 'vitest';
import { phoneNavigation } from '#client/app/layouts/navigation.ts';

const more = (hasMyPhotos: boolean) =>
  phoneNavigation(hasMyPhotos).more.flatMap(({ items }) => items.map(({ to }) => to));

test('the family is in the menu of a phone for those who have one or may name one', () => {
  expect(more(true)).toEqual(['/clubs', '/family']);
  expect(more(false)).toEqual([]);
});
