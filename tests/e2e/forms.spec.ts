import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { signInAs } from './support/browser.ts';
import { forms } from './support/form-validation.ts';
import { adminUser, newClub, newEvent, newUser, unique } from './support/test-data.ts';

test('every form says in its own words what is missing or wrong, and sends nothing', async ({ browser }) => {
  // The only event there is would be chosen already.
  const club = await newClub();
  await newEvent([club]);
  await newEvent([club]);
  const people = { admin: await adminUser(), photographer: await newUser('photographer'), nobody: undefined };
  for (const form of forms)
    await test.step(form.name, async () => {
      const context = await browser.newContext();
      const who = people[form.who];
      if (who) await signInAs(context, who);
      const page = await context.newPage();
      const sent: string[] = [];
      page.on('request', (request) => {
        // The language of a new account is stored after the first sign-in, whatever form is open.
        if (request.url().includes('users.updateLanguage')) return;
        if (request.url().includes('/trpc/') && request.method() === 'POST') sent.push(request.url());
      });
      await page.goto(form.path);
      if (form.open) await page.getByRole('button', { name: form.open }).first().click();
      const fields = form.open ? page.getByRole('dialog') : page.locator('form');
      for (const { fill, says } of form.tries) {
        for (const [label, text] of Object.entries(fill))
          await fields.getByLabel(new RegExp(`^${label}( \\*)?$`)).fill(text);
        await fields.getByRole('button', { name: form.submit }).click();
        for (const sentence of says) await expect(fields.getByText(sentence, { exact: true })).toBeVisible();
        await expect(fields.locator('[aria-invalid="true"]').first()).toBeFocused();
      }
      expect(sent).toEqual([]);
      await context.close();
    });
});

test('registering asks for every field, in both languages, before it lets anything be sent', async ({
  page,
}) => {
  for (const language of ['en', 'de'] as const) {
    const words = JSON.parse(
      readFileSync(new URL(`../../client/i18n/${language}.json`, import.meta.url), 'utf8'),
    );
    await page.goto(`/register?lng=${language}`);
    const submit = page.getByRole('button', { name: words.register.submit });
    for (const field of ['full_name', 'username', 'email', 'password', 'confirm', 'full_name']) {
      await expect(submit).toBeDisabled();
      await page.getByRole('textbox', { name: words.register[field], exact: true }).focus();
    }
    for (const field of ['Full name', 'Username', 'Email', 'Password'])
      await expect(page.getByText(words.validation[`${field} is required`], { exact: true })).toBeVisible();
    await expect(page.getByText(words.validation['Please confirm your password'])).toBeVisible();
  }
});

test('a name that is already taken is reported at its field', async ({ page }) => {
  const other = await newUser();
  await page.goto('/register');
  const fill = { 'Full name': 'Anna Berg', Username: other.username, Email: 'anna.berg@example.org' };
  for (const [label, text] of Object.entries(fill)) await page.getByLabel(label, { exact: true }).fill(text);
  for (const label of ['Password', 'Confirm password'])
    await page.getByRole('textbox', { name: label, exact: true }).fill('long enough');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByLabel('Username', { exact: true })).toHaveAccessibleDescription(
    'This username is already taken.',
  );
  await expect(page.getByText('This username is already taken.')).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the address of an event follows from its name, and is a field only for those who ask', async ({
  page,
  context,
}) => {
  await signInAs(context, await newUser('photographer'));
  await page.goto('/events');
  await page.getByRole('button', { name: 'Create event' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Größtes Turnier');
  await expect(dialog.getByText('Address: groesstes-turnier')).toBeVisible();
  await expect(dialog.getByLabel('Slug')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Change address' }).click();
  await expect(dialog.getByLabel('Slug')).toBeFocused();
  await expect(dialog.getByLabel('Slug')).toHaveValue('groesstes-turnier');
});

test('a double click creates one thing, and what left the screen is no longer chosen', async ({
  page,
  context,
}) => {
  await signInAs(context, await newUser('photographer'));
  await page.goto('/events');
  const names = [unique('Twice'), unique('Once')];
  for (const name of names) {
    await page.getByRole('button', { name: 'Create event' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Event date').fill('2099-01-01');
    await dialog.getByRole('button', { name: 'Create event' }).dblclick();
    await expect(page.getByText(`${name} was created.`)).toBeVisible();
  }
  await page.goto('/events?mine=1');
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('heading') })).toHaveCount(2);
  await page.getByRole('checkbox', { name: `Select ${names[0]}` }).check();
  await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible();
  await page.getByRole('searchbox').fill(names[1] ?? '');
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Selection' })).toHaveCount(0);
});
