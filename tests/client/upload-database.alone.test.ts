import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import {
  forgetSharedPhotos,
  listKeptFiles,
  listSharedPhotos,
  writeKeptFiles,
} from '#client/lib/upload/upload-database.ts';

const kept = (key: string, userId: string) => {
  const file = new File([key], `${key}.jpg`, { type: 'image/jpeg', lastModified: 7 });
  return { key, userId, galleryId: 'g', galleryName: 'Final', path: `day/${key}.jpg`, file };
};

function write(...steps: { forget?: string[]; keep?: ReturnType<typeof kept>[] }[]) {
  return writeKeptFiles(() => {
    const next = steps.shift();
    return next && { forget: next.forget ?? [], keep: next.keep ?? [] };
  });
}

test('chosen files are kept for their user until they are forgotten, each once', async () => {
  await write({ keep: [kept('a', 'mia'), kept('b', 'mia')] }, { keep: [kept('a', 'mia')] });
  const [first, second] = await listKeptFiles('mia');
  expect([first?.path, second?.path]).toEqual(['day/a.jpg', 'day/b.jpg']);
  await write({ forget: ['a'] });
  expect((await listKeptFiles('mia')).map(({ key }) => key)).toEqual(['b']);
});

test('files of somebody else are deleted, not listed', async () => {
  await write({ keep: [kept('c', 'tom')] });
  expect(await listKeptFiles('lea')).toEqual([]);
  expect(await listKeptFiles('tom')).toEqual([]);
});

test('there are no shared photos but those of the service worker', async () => {
  expect(await listSharedPhotos()).toEqual([]);
  await forgetSharedPhotos();
});
