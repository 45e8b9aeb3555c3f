import { expect, test } from 'vitest';
import { pictureUrl, pictureUrlOfSize } from '#server/contract/picture-url.ts';

test('the address of another size is the one that the server makes for that size', () => {
  const photo = { id: '0190aaaa-0000-7000-8000-000000000000', rendition_version: 3 };
  const medium = pictureUrl(photo, 'medium');
  expect(pictureUrlOfSize(medium, 'large')).toBe(pictureUrl(photo, 'large'));
  expect(pictureUrlOfSize(medium, 'medium')).toBe(medium);
});
