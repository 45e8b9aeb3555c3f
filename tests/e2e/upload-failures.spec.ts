import { stat } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { signInAs } from './support/browser.ts';
import { newGallery, newUser, samplePhotos } from './support/test-data.ts';

test('a file that will never be taken is only to be removed, one that stays lost is tried again', async ({
  page,
  context,
}) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await signInAs(context, photographer);
  await page.goto(`/gallery/${gallery.id}`);
  await expect(page.getByText('No photos yet')).toBeVisible();
  await page.keyboard.press('u');
  const dialog = page.getByRole('dialog', { name: /^Upload photos/ });
  const tray = page.getByRole('region', { name: 'Upload', exact: true });
  const [photo = ''] = samplePhotos;
  await page.route('**/api/photos/uploads**', (route) => route.abort());
  await dialog.getByTestId('upload-files').setInputFiles(photo);
  await dialog.getByRole('button', { name: 'Start Upload' }).click();
  // After three more tries by itself.
  await expect(dialog.getByText('Upload failed: Network error')).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/api/photos/uploads**');
  await dialog.getByTestId('upload-files').setInputFiles({
    name: 'letter.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('%PDF-1.4 this is no picture'),
  });
  await dialog.getByRole('button', { name: 'Start Upload' }).click();

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
  await tray.getByRole('button', { name: 'Show files' }).click();
  await tray.getByRole('button', { name: 'Remove letter.jpg from the list' }).click();
  await expect(tray.getByText('1 of 1 photo uploaded')).toBeVisible();
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
  await page.getByRole('button', { name: 'Start Upload' }).click();
  await expect(page.getByText('Upload failed: Network error')).toBeVisible({ timeout: 20_000 });
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
