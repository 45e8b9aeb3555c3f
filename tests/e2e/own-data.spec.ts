import { expect } from '@playwright/test';
import { signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { newEvent, newUser } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

test('a user takes their data along and deletes the account, on a phone', async ({ context, page }) => {
  const leaver = await newUser('photographer');
  await newEvent([], leaver);
  await page.setViewportSize(viewports.phone);
  await signInAs(context, leaver);
  await page.goto('/profile');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toBe(`clublens-${leaver.username}.zip`);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete my account' });
  await expect(dialog.getByText('1 event')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Current password' }).fill('not mine');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(leaver.password);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('status').filter({ hasText: 'Your account was deleted.' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Your account was deleted.')).toHaveCount(0);
});
