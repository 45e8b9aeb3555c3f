import { expect } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { newUser } from './support/test-data.ts';

/** On a slow network something is visible at once: the logo on the first visit, then a progress bar and a skeleton. */

for (const [scheme, ground] of [
  ['light', 'rgb(245, 247, 250)'],
  ['dark', 'rgb(10, 16, 34)'],
] as const)
  test(`the mark stands on the ${scheme} ground before style sheet and script are here`, {
    tag: ONLY_IN_ALL,
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.route('**/assets/**', () => undefined);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('img', { name: 'Clublens' })).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
      .toBe(1);
    await expect(page.locator('html')).toHaveCSS('background-color', ground);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Clublens' })).toHaveCount(0);
  });

test('a screen on its way shows a line at once and its skeleton soon, also when it was asked for beforehand', {
  tag: ONLY_IN_ALL,
}, async ({ page, context }) => {
  await signInAs(context, await newUser());
  await page.goto('/');
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  const skeleton = page.getByRole('main').locator('.mantine-Skeleton-root').first();
  const line = page.getByRole('progressbar', { name: 'Loading' });
  for (const [name, chunk] of [
    ['Events', 'events-page'],
    ['Galleries', 'galleries-page'],
  ] as const) {
    let letGo = () => {};
    const held = new Promise<void>((done) => {
      letGo = done;
    });
    const asked = page.waitForRequest(`**/assets/${chunk}-*.js`);
    await page.route(`**/assets/${chunk}-*.js`, async (route) => {
      await held;
      await route.continue();
    });
    const link = page.getByRole('link', { name, exact: true }).first();
    await link.hover();
    await asked;
    await link.click();
    await expect(line).toBeVisible();
    await expect(skeleton).toBeVisible();
    letGo();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(line).toHaveCount(0);
  }
});
