import { expect, type Page } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { signInAs, signInByForm } from './support/browser.ts';
import { test } from './support/test.ts';
import { newUser } from './support/test-data.ts';

const hello = (page: Page) => page.getByRole('heading', { name: /^Hello/ });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In' });

test('signing out or in in one tab does the same in the other', async ({ context }) => {
  const user = await newUser();
  await signInAs(context, user);
  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const tab of [first, second]) {
    await tab.goto('/');
    await expect(hello(tab)).toBeVisible();
  }
  await first.getByRole('button', { name: /^Account of/ }).click();
  await first.getByRole('menuitem', { name: 'Log out' }).click();
  for (const tab of [first, second]) await expect(signInButton(tab)).toBeVisible();

  await signInByForm(first, user);
  for (const tab of [first, second]) await expect(hello(tab)).toBeVisible();
});

test('two tabs with an expired access token both stay signed in', { tag: ONLY_IN_ALL }, async ({
  context,
}) => {
  await signInAs(context, await newUser());
  const [first, second] = [await context.newPage(), await context.newPage()];
  await first.goto('/favicon.svg');
  const expired = `h.${Buffer.from(JSON.stringify({ exp: 1_000 })).toString('base64url')}.s`;
  await first.evaluate((token) => localStorage.setItem('access_token', token), expired);
  await Promise.all([first.goto('/'), second.goto('/')]);
  for (const tab of [first, second]) await expect(hello(tab)).toBeVisible();
  for (const tab of [first, second]) {
    await tab.reload();
    await expect(hello(tab)).toBeVisible();
  }
});
