import { expect, test } from '@playwright/test';
import { signInAs } from './support/browser.ts';
import { newGallery, newUser, samplePhotos } from './support/test-data.ts';

test('a file that will never be taken is only to be removed, one that got lost is tried again', async ({
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
  const lostOnce = { times: 1 };
  await page.route('**/api/photos/upload**', (route) => route.abort(), lostOnce);
  await dialog.getByTestId('upload-files').setInputFiles(photo);
  await dialog.getByRole('button', { name: 'Start Upload' }).click();
  await expect(dialog.getByText('Upload failed: Network error')).toBeVisible();
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
