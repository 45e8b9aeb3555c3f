import { expect } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectFitsWidth } from './support/accessibility.ts';
import { look, signInAs, toast } from './support/browser.ts';
import { test } from './support/test.ts';
import { adminUser, newClub, newEvent, newGallery, newUser, samplePhotos } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

test('an administrator limits a club, whose photographer then reads before sending what does not fit', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  const photographer = await newUser('photographer');
  const club = await newClub();
  const gallery = await newGallery({ photographer, event: await newEvent([club]) });

  const administration = await context.browser()!.newContext();
  await signInAs(administration, await adminUser());
  const admin = await administration.newPage();
  await admin.goto('/admin');
  await admin.getByRole('link', { name: 'Storage by club' }).click();
  // The list of photographers below has such a button, too.
  const clubs = admin.locator('section', { has: admin.getByRole('heading', { name: 'By club' }) });
  const more = clubs.getByRole('button', { name: /^Show more/ });
  const limit = admin.getByRole('button', { name: `Storage limit: ${club.name}` });
  await expect(async () => {
    if (!(await limit.isVisible())) await more.click({ timeout: 1_000 });
    await expect(limit).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await limit.click();
  const dialog = admin.getByRole('dialog', { name: `Storage limit: ${club.name}` });
  await dialog.getByLabel('Limit in GB').fill('much');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please enter a number such as 20 or 2.5.')).toBeVisible();
  await dialog.getByLabel('Limit in GB').fill('0,001');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast(admin, `The photos of ${club.name} may take 1 MB.`);
  await look(admin, 'storage-limit');

  await page.setViewportSize(viewports.phone);
  await signInAs(context, photographer);
  await page.goto(`/gallery/${gallery.id}`);
  await expect(page.getByText('No photos yet')).toBeVisible();
  await page.keyboard.press('u');
  const upload = page.getByRole('dialog', { name: /^Upload photos/ });
  await expect(upload.getByText('0 bytes of 1 MB used')).toBeVisible();
  const [photo = ''] = samplePhotos;
  await upload.getByTestId('upload-files').setInputFiles(photo);
  await expect(upload.getByText('1 of 1 photo uploaded')).toBeVisible();
  await expect(upload.getByText(/^These photos need/)).toHaveCount(0);
  await upload
    .getByTestId('upload-files')
    .setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(1_000_001) });
  await expect(upload.getByText(/^These photos need 1 MB, and .* has \d+ kB left\./)).toBeVisible();
  await expectFitsWidth(page);
  await look(page, 'storage-short');
  const large = upload.getByRole('listitem').filter({ hasText: 'large.jpg' });
  await expect(large.getByText('Waiting')).toBeVisible();
  await upload.getByRole('button', { name: 'Start Upload' }).click();
  await expect(large.getByText(`${club.name} has no room left for this photo.`)).toBeVisible();
  await expect(upload.getByText(/^\d+ kB of 1 MB used$/)).toBeVisible();
  await administration.close();
});
