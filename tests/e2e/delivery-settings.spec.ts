import { expect, type Page } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { signInAs, signInByForm } from './support/browser.ts';
import { type ServerWithMail, startServerWithMail } from './support/server-with-mail.ts';
import { test } from './support/test.ts';
import { newUser, password } from './support/test-data.ts';
import { viewports } from './support/viewports.ts';

let server: ServerWithMail;
test.beforeAll(async () => {
  server = await startServerWithMail();
});
test.afterAll(() => server.close());

const choice = (page: Page) => page.getByRole('combobox', { name: 'New photos in my clubs' });

test('an address is confirmed from the profile, and the delivery of photos is chosen', {
  tag: ONLY_IN_ALL,
}, async ({ browser }) => {
  const account = { username: 'reader', email: 'reader@example.org', password, first_name: 'Max' };
  expect((await (await server.admin())('POST', '/users', account)).status).toBe(201);
  const context = await browser.newContext({ viewport: viewports.phone, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${server.url}/login`);
  await signInByForm(page, account);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Max');
  await page.goto(`${server.url}/profile`);
  await page.getByRole('button', { name: 'Send a link to confirm it' }).click();
  const [received] = await server.mails.until(1);
  const [link = ''] = /http:\S+#\S+/.exec(received?.mail.text ?? '') ?? [];
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByText('reader@example.org is confirmed.')).toBeVisible();
  await page.goto(`${server.url}/profile`);
  await expect(page.getByText('This address is confirmed.')).toBeVisible();

  await page.goto(`${server.url}/settings`);
  await expect(page.getByText('Mails go to reader@example.org.')).toBeVisible();
  await page.getByText('Choose one by one').click();
  await expect(choice(page)).toHaveValue('digest');
  await choice(page).selectOption('By mail at once');
  await expect(page.getByText('Your choice was saved.')).toBeVisible();
  await page.reload();
  await page.getByText('Choose one by one').click();
  await expect(choice(page)).toHaveValue('at_once');
  await context.close();
});

test('without mail there is nothing of it on profile and settings', { tag: ONLY_IN_ALL }, async ({
  context,
  page,
}) => {
  await signInAs(context, await newUser());
  await page.goto('/settings');
  await expect(page.getByText('This server sends no mails.')).toBeVisible();
  await page.getByText('Choose one by one').click();
  await expect(choice(page)).toHaveValue('app');
  await expect(choice(page).getByRole('option')).toHaveText(['Not at all', 'Under the bell']);
  await page.goto('/profile');
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await expect(page.getByText('confirmed')).toHaveCount(0);
});
