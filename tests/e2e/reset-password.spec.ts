import { expect } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { signInAs, signInByForm } from './support/browser.ts';
import { test } from './support/test.ts';
import { adminUser, newUser } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

test('a user who lost the password signs in again through an administrator’s link, on a phone', {
  tag: ONLY_IN_ALL,
}, async ({ browser, context, page }) => {
  const lost = await newUser();
  await signInAs(context, await adminUser());
  await page.goto(`/users?q=${lost.username}`);
  await page
    .getByRole('button', { name: `Show and edit ${lost.fullName}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: lost.fullName });
  await dialog.getByRole('button', { name: 'One-time link for a new password' }).click();
  await expect(dialog.getByText('It works once, until')).toBeVisible();
  await expect(dialog.getByRole('img', { name: `Code of the link for ${lost.fullName}` })).toBeVisible();
  // The QR code holds the same link that the button copies.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => document.body.setAttribute('data-copied', text) },
    });
  });
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  const link = (await page.locator('body').getAttribute('data-copied')) ?? '';
  expect(link).toContain('/reset-password#');

  const phone = await browser.newContext({ viewport: viewports.phone, locale: 'en-GB' });
  const theirs = await phone.newPage();
  const addresses: string[] = [];
  theirs.on('request', (request) => addresses.push(request.url()));
  await theirs.goto('/login');
  await theirs.getByRole('link', { name: 'Forgotten your password?' }).click();
  await expect(theirs.getByText('Ask the administrators of your club')).toBeVisible();
  await theirs.goto(link);
  await expect(theirs.getByText(`Choose a new password for ${lost.username}.`)).toBeVisible();
  await theirs.getByRole('textbox', { name: 'New password', exact: true }).fill('kicked in at half time');
  await theirs.getByRole('textbox', { name: 'Confirm new password' }).fill('kicked in at half time');
  await theirs.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(theirs.getByRole('heading', { level: 1 })).toContainText('Max');
  const token = link.split('#')[1]!;
  expect(addresses.filter((address) => new URL(address).pathname.includes(token))).toEqual([]);
  expect(addresses.filter((address) => new URL(address).search.includes(token))).toEqual([]);
  await phone.close();

  const again = await browser.newContext({ locale: 'en-GB' });
  const later = await again.newPage();
  await later.goto(link);
  await expect(later.getByText('This link has already been used.')).toBeVisible();
  await later.goto('/login');
  await signInByForm(later, { username: lost.username, password: 'kicked in at half time' });
  await expect(later.getByRole('heading', { level: 1 })).toContainText('Max');
  await again.close();
});
