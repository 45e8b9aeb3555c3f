import { expect, test } from 'vitest';
import { isAccepted } from '#client/lib/upload/is-accepted-file.ts';

test('only pictures enter the queue, by their type or their extension', () => {
  for (const name of [
    'a.jpg',
    'a.JPEG',
    'a.jpe',
    'a.jfif',
    'a.png',
    'a.gif',
    'a.webp',
    'a.heic',
    'A.HEIF',
    'A.HIF',
  ])
    expect(isAccepted({ name, type: '' }), name).toBe(true);
  for (const type of ['jpeg', 'png', 'gif', 'webp', 'heic', 'heif'])
    expect(isAccepted({ name: 'without', type: `image/${type}` }), type).toBe(true);
  for (const [name, type] of [
    ['a.txt', 'text/plain'],
    ['a.svg', 'image/svg+xml'],
    ['jpg', ''],
    ['a.jpg.exe', 'application/octet-stream'],
  ] as const)
    expect(isAccepted({ name, type }), name).toBe(false);
});
