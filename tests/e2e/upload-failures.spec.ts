import { readFile, stat } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { uploadConcurrency } from '#client/lib/upload/upload-concurrency.ts';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { lookEverywhere, signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { newGallery, newUser, samplePhotos } from './support/test-data.ts';

/** Of a new gallery, for its photographer. */
async function openUploadDialog(page: Page): Promise<Locator> {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await signInAs(page.context(), photographer);
  await page.goto(`/gallery/${gallery.id}`);
  await expect(page.getByText('No photos yet')).toBeVisible();
  await page.keyboard.press('u');
  return page.getByRole('dialog', { name: /^Upload photos/ });
}

/** How many files the browser's database has. */
const keptFiles = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('uploads');
        opening.onerror = () => (opening.error?.name === 'AbortError' ? resolve(0) : reject(opening.error));
        // It is not there yet, and the page shall make it.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onsuccess = () => {
          const counting = opening.result.transaction('files').objectStore('files').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

test('a file that will never be taken is only to be removed, one that stays lost is tried again', {
  tag: ONLY_IN_ALL,
}, async ({ page }) => {
  const dialog = await openUploadDialog(page);
  const tray = page.getByRole('region', { name: 'Upload', exact: true });
  const [photo = ''] = samplePhotos;
  await page.route('**/api/photos/uploads**', (route) => route.abort());
  await dialog.getByTestId('upload-files').setInputFiles(photo);
  // After three more tries by itself.
  await expect(dialog.getByText('Upload failed: Network error')).toBeVisible({ timeout: 60_000 });
  await page.unroute('**/api/photos/uploads**');
  await dialog.getByTestId('upload-files').setInputFiles({
    name: 'letter.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('%PDF-1.4 this is no picture'),
  });

  const letter = dialog.getByRole('listitem').filter({ hasText: 'letter.jpg' });
  await expect(letter.getByText('Not accepted')).toBeVisible();
  await expect(letter.getByText('Only JPEG, PNG, GIF, WebP, HEIC and HEIF')).toBeVisible();
  await expect(letter.getByRole('button', { name: 'Try letter.jpg again' })).toHaveCount(0);
  await expect(tray).toHaveCount(0);

  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(tray.getByText('2 errors')).toBeVisible();
  await tray.getByRole('button', { name: 'Try 1 file again' }).click();
  await expect(tray.getByText('1 of 2 photos uploaded')).toBeVisible();
  await expect(tray.getByRole('button', { name: /again$/ })).toHaveCount(0);
  // After a reload the page still says so, until it is read.
  await page.reload();
  await expect(tray.getByText('1 file was not accepted before')).toBeVisible();
  await expect(tray.getByText(/letter\.jpg: Only JPEG/)).toBeVisible();
  await lookEverywhere(page, 'upload-refused-before');
  // The tray of uploads does not wait for the gallery, which listens to the key.
  await expect(page.getByRole('main').getByText('1 photo', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('u');
  await expect(dialog.getByText(/letter\.jpg: Only JPEG/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Clear list' }).click();
  await expect(dialog.getByText(/letter\.jpg/)).toHaveCount(0);
  await page.reload();
  await expect(dialog.getByRole('button', { name: 'Select files' })).toBeVisible();
  await expect(dialog.getByText(/letter\.jpg/)).toHaveCount(0);
});

test('a file that was refused can be taken off the list', { tag: ONLY_IN_ALL }, async ({ page }) => {
  const dialog = await openUploadDialog(page);
  const tray = page.getByRole('region', { name: 'Upload', exact: true });
  await dialog.getByTestId('upload-files').setInputFiles({
    name: 'letter.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('%PDF-1.4 this is no picture'),
  });
  await expect(dialog.getByText('Not accepted')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await tray.getByRole('button', { name: 'Show files' }).click();
  await tray.getByRole('button', { name: 'Remove letter.jpg from the list' }).click();
  await expect(tray).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('No photos yet')).toBeVisible();
  await expect(tray).toHaveCount(0);
});

test('a photo whose connection is cut goes on where it was, by itself when the page is loaded anew', async ({
  page,
  context,
}) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await signInAs(context, photographer);
  const [photo = ''] = samplePhotos;
  const bytes = (await stat(photo)).size;
  const half = bytes >> 1;
  const requests: string[] = [];
  const address = '**/api/photos/uploads/*';
  // The first half arrives, then nothing more.
  await page.route(address, async (route) => {
    const request = route.request();
    requests.push(`${request.method()} ${request.headers()['upload-offset'] ?? ''}`);
    if (requests.length > 1) return route.abort();
    const body = request.postDataBuffer()?.subarray(0, half);
    await route.fetch({ postData: body, headers: { ...request.headers(), 'content-length': String(half) } });
    return route.abort();
  });
  await page.goto(`/gallery/${gallery.id}`);
  await expect(page.getByText('No photos yet')).toBeVisible();
  await page.keyboard.press('u');
  await page.getByTestId('upload-files').setInputFiles(photo);
  await expect(page.getByText('Upload failed: Network error')).toBeVisible({ timeout: 60_000 });
  expect(requests[0]).toBe('PATCH 0');

  await page.unroute(address);
  const offsets: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'] ?? '');
  });
  await page.reload();
  await expect(page.getByText('1 of 1 photo uploaded')).toBeVisible();
  expect(offsets).toEqual([String(half)]);
});

test('after a reload, tray and dialog say the same number of photos', { tag: ONLY_IN_ALL }, async ({
  page,
  context,
}) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await signInAs(context, photographer);
  // The first photo arrives; the others stay on their way.
  let begun = 0;
  await context.route('**/api/photos/uploads', (route) => {
    begun += 1;
    if (begun === 1) return route.continue();
  });
  await page.goto(`/gallery/${gallery.id}`);
  await expect(page.getByText('No photos yet')).toBeVisible();
  await page.keyboard.press('u');
  const dialog = page.getByRole('dialog', { name: /^Upload photos/ });
  await dialog.getByTestId('upload-files').setInputFiles(samplePhotos.slice(0, 3));
  await expect(dialog.getByText('1 of 3 photos uploaded')).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => keptFiles(page)).toBe(2);

  page.on('dialog', (leaving) => void leaving.accept());
  await page.goto(`/gallery/${gallery.id}`);
  await expect(
    page.getByRole('region', { name: 'Upload', exact: true }).getByText('1 of 3 photos uploaded'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Upload photos' }).click();
  await expect(dialog.getByText('1 of 3 photos uploaded')).toBeVisible();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a page that ends before it has kept all photos goes on with those that it has, and says how many are missing', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const dialog = await openUploadDialog(page);
  const gallery = new URL(page.url()).pathname;
  // Never answered: the photos stay on their way.
  await context.route('**/api/photos/uploads', () => undefined);
  // As if the page had ended before the browser came to the last photo.
  await page.evaluate(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value, ...key) {
      if (value.path === 'c.jpg') throw new Error('The page was closed');
      return put.call(this, value, ...key);
    };
  });
  const photo = await readFile(samplePhotos[0] ?? '');
  await dialog.getByTestId('upload-files').setInputFiles(
    // More than is written at once.
    ['a', 'b', 'c'].map((name) => ({
      name: `${name}.jpg`,
      mimeType: 'image/jpeg',
      buffer: Buffer.concat([photo, Buffer.alloc(9 * 1024 * 1024, name)]),
    })),
  );
  await expect.poll(() => keptFiles(page)).toBe(2);
  await context.unrouteAll({ behavior: 'ignoreErrors' });

  page.on('dialog', (leaving) => void leaving.accept());
  await page.reload();
  const tray = page.getByRole('region', { name: 'Upload', exact: true });
  await expect(dialog.getByText('1 photo is missing')).toBeVisible();
  await expect(dialog.getByText('2 of 2 photos uploaded')).toBeVisible({ timeout: 60_000 });
  // Also on the next visit, until it is read.
  await page.goto(gallery);
  await expect(tray.getByText('1 photo is missing')).toBeVisible();
  await lookEverywhere(page, 'upload-photos-missing');
  await tray.getByRole('button', { name: 'Dismiss' }).click();
  await expect(tray).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('main').getByText('2 photos', { exact: true }).first()).toBeVisible();
  await expect(tray).toHaveCount(0);
});

test('a stopped upload keeps its list, also across a reload, and goes on when asked; a long one shows its first rows', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const dialog = await openUploadDialog(page);
  // Never answered: the photos stay on their way.
  await context.route('**/api/photos/uploads', () => undefined);
  const photo = await readFile(samplePhotos[0] ?? '');
  await dialog.getByTestId('upload-files').setInputFiles(
    Array.from({ length: 60 }, (_, n) => ({
      name: `${n}.jpg`,
      mimeType: 'image/jpeg',
      buffer: Buffer.concat([photo, Buffer.from(`photo ${n}`)]),
    })),
  );
  await expect(dialog.getByText('and 10 more')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(50);
  await expect(dialog.getByRole('button', { name: 'Clear list' })).toBeDisabled();
  await expect.poll(() => keptFiles(page)).toBe(60);
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog.getByText('0 of 60 photos uploaded')).toBeVisible();
  await expect(dialog.getByText('Waiting')).toHaveCount(50);
  await lookEverywhere(page, 'upload-stopped');

  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await expect(dialog.getByText('0 of 60 photos uploaded')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const tray = page.getByRole('region', { name: 'Upload', exact: true });
  await tray.getByRole('button', { name: 'Start Upload' }).click();
  await expect(tray.getByText(/^[1-9]\d* of 60 photos uploaded/)).toBeVisible({ timeout: 60_000 });
  await tray.getByRole('button', { name: 'Stop' }).click();
  await page.keyboard.press('u');
  await dialog.getByRole('button', { name: 'Clear list' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Clear list' })).toBeDisabled();
});

test('photos on their way are sent by one tab only, and forgotten when their user signs out', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await signInAs(context, photographer);
  let sent = 0;
  // Never answered: the photo stays on its way.
  await context.route('**/api/photos/uploads', () => {
    sent += 1;
  });
  const keptState = (tab: Page) =>
    tab.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name);
      return { total: localStorage.getItem('uploads-total'), stored: names.includes('uploads') };
    });
  const openTab = async () => {
    const tab = await context.newPage();
    await tab.goto(`/gallery/${gallery.id}`);
    await expect(tab.getByRole('heading', { name: gallery.name })).toBeVisible();
    // Loaded where photos are left, before it is known whether another tab sends them.
    await tab.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/upload-database-')),
    );
    return tab;
  };

  await page.goto(`/gallery/${gallery.id}`);
  await expect(page.getByText('No photos yet')).toBeVisible();
  await page.keyboard.press('u');
  await page.getByTestId('upload-files').setInputFiles(samplePhotos[0] ?? '');
  await expect.poll(() => keptState(page)).toEqual({ total: `{"${gallery.id}":1}`, stored: true });
  const second = await openTab();
  expect(sent).toBe(1);
  await expect(second.getByRole('region', { name: 'Upload', exact: true })).toHaveCount(0);

  // Once the first one is closed, the next tab goes on.
  await page.close();
  const third = await openTab();
  await expect(third.getByRole('region', { name: 'Upload', exact: true })).toBeVisible();
  await expect.poll(() => sent).toBe(2);

  await second.getByRole('button', { name: /^Account of/ }).click();
  await second.getByRole('menuitem', { name: 'Log out' }).click();
  for (const tab of [second, third]) await expect(tab).toHaveURL(/\/login/);
  await expect.poll(() => keptState(third)).toEqual({ total: null, stored: false });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
});

test('files wait while there is no connection and go on by themselves; what is no picture is named', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const dialog = await openUploadDialog(page);
  await dialog
    .getByTestId('upload-files')
    .setInputFiles({ name: 'clip.mp4', mimeType: 'video/mp4', buffer: Buffer.from('film') });
  await expect(dialog.getByText('1 file was left out')).toBeVisible();
  await expect(dialog.getByText('clip.mp4: no picture of an accepted type')).toBeVisible();
  await lookEverywhere(page, 'upload-left-out');
  // The first files are cut off on their way, the others have not begun.
  let cut = 0;
  await page.route('**/api/photos/uploads**', async (route) => {
    cut += 1;
    await context.setOffline(true);
    await route.abort();
  });
  await dialog.getByTestId('upload-files').setInputFiles(samplePhotos);
  await expect(dialog.getByText('clip.mp4')).toHaveCount(0);
  await expect(dialog.getByText('Upload failed: Network error').first()).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText('Upload failed: Network error')).toHaveCount(uploadConcurrency, {
    timeout: 60_000,
  });
  expect(cut).toBeGreaterThan(0);
  await page.unroute('**/api/photos/uploads**');
  await context.setOffline(false);
  await expect(dialog.getByText(/6 of 6 photos uploaded/)).toBeVisible({ timeout: 60_000 });
});
