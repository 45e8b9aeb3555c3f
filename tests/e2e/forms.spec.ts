import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { lookEverywhere, signInAs } from './support/browser.ts';
import { forms } from './support/form-validation.ts';
import { test } from './support/test.ts';
import { adminUser, expectSuccess, newClub, newEvent, newUser, unique } from './support/test-data.ts';

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

for (const language of ['en', 'de'] as const)
  test(`a refused past date says who can allow it, and clubs of one name are told apart (${language})`, async ({
    browser,
  }) => {
    const words = JSON.parse(
      readFileSync(new URL(`../../client/i18n/${language}.json`, import.meta.url), 'utf8'),
    );
    const name = unique('TSV Twin');
    const clubs = [await newClub(name), await newClub(name)];
    for (const [i, club] of clubs.entries())
      await expectSuccess((await adminUser()).call('PUT', `/clubs/${club.id}`, { description: `Town ${i}` }));
    for (const who of [await adminUser(), await newUser('photographer')]) {
      const context = await browser.newContext();
      await signInAs(context, who, language);
      const page = await context.newPage();
      await page.goto('/events?new=1');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(words.events.date).fill('2020-02-03');
      await dialog.getByRole('button', { name: words.events.create }).click();
      await expect(dialog.getByText(words.validation['The date cannot be in the past'])).toBeVisible();
      const link = dialog.getByRole('link', { name: words.events.past_allow });
      const isAdmin = who.username === 'admin';
      await expect(link).toHaveCount(isAdmin ? 1 : 0);
      await expect(dialog.getByText(words.events.past_ask_admin)).toHaveCount(isAdmin ? 0 : 1);
      await dialog.getByRole('combobox', { name: words.events.participating_clubs }).fill(name);
      for (const town of ['Town 0', 'Town 1'])
        await expect(page.getByRole('option', { name: `${name} (${town})` })).toBeVisible();
      await lookEverywhere(page, `past-date-${isAdmin ? 'admin' : 'photographer'}-${language}`);
      await context.close();
    }
  });
