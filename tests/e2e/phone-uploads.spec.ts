import { expect, type Page } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { newGallery, newUser, samplePhotos } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

test.use({ serviceWorkers: 'allow', viewport: viewports.phone });

const [photo = ''] = samplePhotos;
const total = (page: Page) => page.evaluate(() => localStorage.getItem('uploads-total'));
const underControl = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

test('a photo that was chosen without a connection arrives once, after a reload', async ({
  page,
  context,
}) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await signInAs(context, photographer);
  await page.goto(`/gallery/${gallery.id}`);
  await expect(page.getByText('No photos yet')).toBeVisible();
  await underControl(page);
  await page.keyboard.press('u');
  // What sends photos is fetched when the dialog opens.
  for (const part of ['upload-database', 'upload-tray', 'browser'])
    await page.waitForFunction(
      (name) =>
        performance.getEntriesByType('resource').some((entry) => entry.name.includes(`/assets/${name}-`)),
      part,
    );
  await context.setOffline(true);
  await page.getByTestId('upload-files').setInputFiles(photo);
  await expect.poll(() => total(page)).toBe(`{"${gallery.id}":1}`);
  // Noted before the browser has kept the photo, which is lost with the page until then.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('uploads-not-kept')))
    .toContain('"photos":{}');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();

  await context.setOffline(false);
  await page.goto(`/gallery/${gallery.id}`);
  await expect(page.getByText('1 of 1 photo uploaded')).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => total(page)).toBeNull();
  await page.reload();
  await expect(page.getByRole('main').getByText('1 photo', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Upload', exact: true })).toHaveCount(0);
});

test('a photo shared from another app goes to the gallery that is chosen', { tag: ONLY_IN_ALL }, async ({
  page,
  context,
}) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await signInAs(context, photographer);
  await page.goto('/');
  await underControl(page);
  // Taken over at once, with the headers of every answer; nothing but the offline page is stored.
  const worker = await page.request.get('/service-worker.js');
  expect(worker.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  const manifest = await page.request.get('/manifest.webmanifest');
  expect(await manifest.json()).toMatchObject({
    name: 'Clublens',
    share_target: { action: '/share-target' },
  });
  const stored = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname);
  });
  expect(stored).toEqual(['/offline.html']);
  // What a phone sends to a share target.
  await page.evaluate(async () => {
    const picture = await (await fetch('/icons/icon-192.png')).blob();
    const files = new DataTransfer();
    files.items.add(new File([picture], 'shared.png', { type: 'image/png' }));
    const form = document.createElement('form');
    Object.assign(form, { action: '/share-target', method: 'POST', enctype: 'multipart/form-data' });
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'photos' });
    input.files = files.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  });
  await expect(page.getByRole('heading', { name: 'Send 1 photo' })).toBeVisible();
  await page.getByRole('button', { name: gallery.name }).click();
  await expect(page).toHaveURL(new RegExp(`/gallery/${gallery.id}`));
  await expect(page.getByText('1 of 1 photo uploaded')).toBeVisible({ timeout: 60_000 });
});
