import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { ONLY_IN_ALL, ROAD } from '#tests/support/thoroughness.ts';
import { signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { newGallery, newUser } from './support/test-data.ts';

/** Gzipped bytes. 250 kB are allowed; the rest is a reserve. */
const budgetBytes = 215_000;

test('the first visit to the dashboard stays within its budget of script', { tag: ROAD }, async ({
  page,
  context,
}) => {
  await signInAs(context, await newUser());
  const sizes: Promise<[string, number]>[] = [];
  page.on('response', (response) => {
    // Translation files count as script.
    if (!/\.(js|json)$/.test(new URL(response.url()).pathname)) return;
    sizes.push(response.body().then((body) => [response.url(), gzipSync(body).length]));
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const files = await Promise.all(sizes);
  const total = files.reduce((sum, [, size]) => sum + size, 0);
  test
    .info()
    .annotations.push({ type: 'script', description: `${files.length} files, ${total} bytes gzipped` });
  console.log(`dashboard: ${files.length} scripts, ${total} bytes gzipped`);
  expect(total).toBeLessThanOrEqual(budgetBytes);
});

test('an old tab is told of a new version and goes on after a reload', { tag: ROAD }, async ({
  page,
  context,
}) => {
  const photographer = await newUser('photographer');
  const gallery = await newGallery({ photographer });
  await signInAs(context, photographer);
  // Before the page is there: a busy Chromium sends the first requests after a route is set past it.
  let isOld = false;
  await page.route('**/assets/upload-dialog-*.js', (route) =>
    isOld ? route.fulfill({ status: 404 }) : route.continue(),
  );
  const newPage = '<script type="module" src="/assets/shell-of-another-build.js"></script>';
  await page.route(
    ({ pathname }) => pathname === '/',
    (route) => (isOld ? route.fulfill({ body: newPage }) : route.continue()),
  );
  await page.goto(`/gallery/${gallery.id}`);
  await expect(page.getByText('No photos yet')).toBeVisible();
  isOld = true;
  await page.keyboard.press('u');
  await expect(page.getByRole('main')).toContainText('A new version of Clublens is ready.');
  isOld = false;
  await page.getByRole('main').getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('No photos yet')).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a script that could not be fetched once is no new version, and its screen comes on the next try', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  await signInAs(context, await newUser());
  await page.goto('/clubs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  let refused = 0;
  await page.route('**/assets/events-page-*.js', (route) => {
    refused += 1;
    return refused === 1 ? route.abort() : route.continue();
  });
  const asked = page.waitForResponse((response) => new URL(response.url()).pathname === '/');
  await page.getByRole('link', { name: 'Events' }).first().click();
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await asked;
  await expect(page.getByText('A new version of Clublens is ready.')).toBeHidden();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
});

test('a screen that could not be fetched without a connection comes by itself when it is back', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  await signInAs(context, await newUser());
  await page.goto('/clubs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Events' }).first().click();
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await expect(page.getByText(/^No connection\./)).toBeVisible();
  await expect(page.getByText('A new version of Clublens is ready.')).toBeHidden();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
  await expect(page.getByText(/^No connection\./)).toBeHidden();
});
