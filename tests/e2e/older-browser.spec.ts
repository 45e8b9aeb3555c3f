import { expect } from '@playwright/test';
import { deleteBuiltIns, newerBuiltIns } from '#tests/support/newer-built-ins.ts';
import { ONLY_IN_ALL, ROAD } from '#tests/support/thoroughness.ts';
import { signInByForm } from './support/browser.ts';
import { test } from './support/test.ts';
import { newGallery, newUser, samplePhotos } from './support/test-data.ts';

test('a browser without the newest built-ins signs in, uploads, looks and downloads', { tag: ROAD }, async ({
  page,
  context,
}) => {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  await context.addInitScript(deleteBuiltIns, newerBuiltIns);
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await page.goto(`/login?from=/gallery/${gallery.id}`);
  expect(await page.evaluate(() => 'withResolvers' in Promise || 'canParse' in URL)).toBe(false);
  await signInByForm(page, photographer);
  await expect(page.getByText('No photos yet')).toBeVisible();
  await page.keyboard.press('u');
  const dialog = page.getByRole('dialog', { name: /^Upload photos/ });
  await dialog.getByTestId('upload-files').setInputFiles(samplePhotos.slice(0, 2));
  await expect(dialog.getByText('2 of 2 photos uploaded')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page
    .getByRole('button', { name: /^Open / })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(failures).toEqual([]);
});

test('guests send photos from a browser without the newest built-ins', { tag: ONLY_IN_ALL }, async ({
  page,
  context,
}) => {
  await context.addInitScript(deleteBuiltIns, newerBuiltIns);
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  const { body } = await photographer.call<{ token: string }>('POST', `/galleries/${gallery.id}/links`, {
    name: 'Parents',
    collects: true,
  });
  await page.goto(`/gallery/shared/${body.data.token}/send`);
  await page.getByTestId('upload-files').setInputFiles(samplePhotos.slice(0, 1));
  await page.getByRole('button', { name: /^Send 1 photo$/ }).click();
  await expect(page.getByText('Waits for an editor')).toBeVisible();
});
