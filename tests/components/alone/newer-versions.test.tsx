import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { UploadDialog } from '#client/features/galleries/photos/components/upload-dialog.tsx';
import { UploadTray } from '#client/features/galleries/photos/components/upload-tray.tsx';
import { addFiles, useUploads } from '#client/lib/upload/queue.ts';
import type { NewerVersion } from '#server/contract/schemas/photos.ts';
import { type Rendered, renderPart } from '../support/render.tsx';

vi.mock('#client/lib/upload/send.ts', () => ({
  sendPhoto: async ({ path }: { path: string }) => ({
    duplicate: path.startsWith('known'),
    held: false,
    damage: null,
    photoId: `photo ${path}`,
  }),
}));

/** As on the page of a gallery: the tray is in the place of the dialog. */
function DialogAndTray({ gallery }: { gallery: { id: string; name: string } }) {
  const [isOpen, setOpen] = useState(true);
  const { items } = useUploads();
  if (isOpen) return <UploadDialog gallery={gallery} onClose={() => setOpen(false)} />;
  return items.length > 0 && <UploadTray />;
}

let galleries = 0;
/** Uploads these files into a new gallery, whose server offers some of them; answers what it was asked beside. */
async function upload(
  paths: string[],
  offered: (ids: string[]) => string[] | Promise<string[]>,
): Promise<Rendered & { asked: string[][]; replaced: string[] }> {
  galleries += 1;
  const gallery = { id: `gallery-${galleries}`, name: 'Final' };
  const rendered = renderPart(<DialogAndTray gallery={gallery} />);
  const fake = globalThis.fetch;
  const asked: string[][] = [];
  const replaced: string[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const [, , , what = '', id = '', last = ''] = new URL(String(input), 'http://x').pathname.split('/');
    const answer = (data: object, status = 200) =>
      new Response(JSON.stringify(status === 200 ? { success: true, data } : data), {
        status,
        headers: { 'content-type': 'application/json' },
      });
    if (last === 'newer-versions' && what === 'gallery' && id === gallery.id) {
      const { photo_ids } = JSON.parse(String(init.body)) as { photo_ids: string[] };
      asked.push(photo_ids);
      return answer({ versions: (await offered(photo_ids)).map(versionOf), kept_days: 7 });
    }
    if (id === 'replace-by') {
      replaced.push(`${decodeURIComponent(what)} by ${decodeURIComponent(last)}`);
      return answer({ id: what, replaced: true, ...(replaced.length === 1 && { held: true }) });
    }
    return fake(input, init);
  });
  addFiles(
    gallery,
    paths.map((path) => ({ path, file: new File([path], path) })),
  );
  await screen.findByText(new RegExp(`^${paths.length} of ${paths.length} photo`));
  return { ...rendered, asked, replaced };
}
const versionOf = (photo_id: string): NewerVersion => ({
  photo_id,
  filename: photo_id,
  thumbnail_url: 'data:,',
  earlier: { id: `before-${photo_id}`, filename: `before ${photo_id}`, thumbnail_url: 'data:,' },
});
const picturesOf = () => screen.queryAllByRole('img').map((img) => img.getAttribute('alt'));

test('what looks like a newer version is offered once, and takes the place of what was there', async () => {
  const { user, asked, replaced } = await upload(['a.jpg', 'b.jpg', 'known.jpg', 'c.jpg'], () => [
    'photo a.jpg',
    'photo c.jpg',
  ]);
  expect((await screen.findAllByText('2 look like newer versions of photos here')).length).toBeGreaterThan(0);
  expect(picturesOf()).toEqual([
    'before photo a.jpg and its newer version photo a.jpg',
    'before photo c.jpg and its newer version photo c.jpg',
  ]);
  expect(screen.getByText(/kept for 7 days\.$/)).toBeVisible();
  expect(asked).toEqual([['photo a.jpg', 'photo b.jpg', 'photo c.jpg']]);
  await user.click(screen.getByRole('button', { name: 'Replace' }));
  expect(await screen.findByText('2 photos have been replaced')).toBeVisible();
  expect(screen.getByText(/^1 photo waits for those who decide/)).toBeVisible();
  expect(replaced).toEqual(['before-photo a.jpg by photo a.jpg', 'before-photo c.jpg by photo c.jpg']);
  expect(screen.queryByRole('button', { name: 'Replace' })).toBeNull();
  expect(asked).toHaveLength(1);
});

test('both stay where somebody wants that', async () => {
  const { user, replaced } = await upload(['d.jpg'], (ids) => ids);
  expect((await screen.findAllByText('1 looks like a newer version of a photo here')).length).toBeGreaterThan(
    0,
  );
  await user.click(screen.getByRole('button', { name: 'Keep both' }));
  expect(screen.queryByRole('button', { name: 'Replace' })).toBeNull();
  expect(replaced).toEqual([]);
});

test('who closes the dialog before the answer is here is asked in the corner of the page', async () => {
  let say = (_ids: string[]) => {};
  const { user, replaced } = await upload(['f.jpg'], () => new Promise((resolve) => (say = resolve)));
  await user.click((await screen.findAllByRole('button', { name: 'Close' })).at(-1)!);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  say(['photo f.jpg']);
  await user.click(await screen.findByRole('button', { name: 'Replace' }));
  expect(await screen.findByText('1 photo has been replaced')).toBeVisible();
  expect(replaced).toEqual(['before-photo f.jpg by photo f.jpg']);
});

test('nothing is said where none is newer, and many are asked about in parts', async () => {
  const paths = Array.from({ length: 25 }, (_, n) => `e${n}.jpg`);
  const { asked } = await upload(paths, () => []);
  await waitFor(() => expect(asked.map((ids) => ids.length)).toEqual([20, 5]));
  expect(screen.queryByRole('button', { name: 'Replace' })).toBeNull();
});
