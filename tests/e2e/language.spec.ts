import { expect, type Page } from '@playwright/test';
import { ONLY_IN_ALL, ROAD } from '#tests/support/thoroughness.ts';
import { test } from './support/test.ts';

/** The texts of a language are downloaded separately, which can fail while everything else loads. */

/** Makes the first downloads of a language fail, or all of them. Counts the downloads. */
async function without(page: Page, language: string, refused = Number.POSITIVE_INFINITY) {
  const tries = { count: 0 };
  await page.route(new RegExp(`/assets/${language}-[^/]+$`), (route) => {
    tries.count += 1;
    return tries.count <= refused ? route.abort() : route.continue();
  });
  return tries;
}

const keys = /\b(signed_out|login|register|common|failed)\.[a-z]/;

test('texts that fail to come at first are asked for again, and no key is ever shown', {
  tag: ONLY_IN_ALL,
}, async ({ page }) => {
  await page.clock.install();
  const tries = await without(page, 'en', 2);
  await page.goto('/login');
  await expect.poll(() => tries.count).toBe(1);
  await page.clock.runFor(350);
  await expect.poll(() => tries.count).toBe(2);
  await expect(page.locator('body')).not.toHaveText(keys);
  await page.clock.runFor(700);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(tries.count).toBe(3);
});

test('the old language stays until the new one is there', { tag: ROAD }, async ({ page }) => {
  await page.clock.install();
  await page.goto('/login');
  const tries = await without(page, 'de', 1);
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  await expect.poll(() => tries.count).toBe(1);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
  await page.clock.runFor(350);
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect(tries.count).toBe(2);
});

test('a language that cannot be loaded is reported, and the old one stays, also after a reload', {
  tag: ONLY_IN_ALL,
}, async ({ page }) => {
  await page.clock.install();
  await page.goto('/login');
  const tries = await without(page, 'de');
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  for (let wait = 350, count = 1; count <= 5; wait *= 2, count += 1) {
    await expect.poll(() => tries.count).toBe(count);
    await page.clock.runFor(wait);
  }
  await expect(page.getByText('Deutsch could not be loaded. The language stays as it is.')).toBeVisible();
  expect(tries.count).toBe(6);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('a visitor whose language never comes reads English', { tag: ONLY_IN_ALL }, async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  await page.clock.install();
  const tries = await without(page, 'de');
  await page.goto('/login');
  for (let wait = 350, count = 1; count <= 5; wait *= 2, count += 1) {
    await expect.poll(() => tries.count).toBe(count);
    await expect(page.locator('body')).not.toHaveText(keys);
    await page.clock.runFor(wait);
  }
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(tries.count).toBe(6);
  await context.close();
});
