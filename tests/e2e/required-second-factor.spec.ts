import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { dayMs } from '#server/contract/lifetimes.ts';
import { caller } from '#tests/support/actors.ts';
import { TEST_ADMIN } from '#tests/support/server-process.ts';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { lookEverywhere } from './support/browser.ts';
import { serverAtAnyTime } from './support/server-at-any-time.ts';
import { test } from './support/test.ts';

const words = {
  en: {
    username: 'Username or email',
    password: 'Password',
    signIn: 'Sign In',
    required: 'A second factor is required',
    recommended: 'A second factor is recommended',
    ownFirst: /^Please set up a second factor for your own account first/,
    saved: 'The setting was saved.',
    hide: 'Hide the first steps',
    advice: 'Protect your administrator account',
    notNow: 'Not now',
    until: /^From .+ on, administrators need/,
    needed: 'Set up a second factor',
    add: 'Add a passkey',
    setUp: 'Set up',
    code: 'Code from the app',
    on: 'Switch on',
    kept: 'I have kept them',
    goOn: 'Continue',
    hello: /^Hello, /,
    users: 'Users',
  },
  de: {
    username: 'Benutzername oder E-Mail',
    password: 'Passwort',
    signIn: 'Anmelden',
    required: 'Ein zweiter Faktor ist Pflicht',
    recommended: 'Ein zweiter Faktor wird empfohlen',
    ownFirst: /^Bitte richten Sie zuerst für Ihr eigenes Konto einen zweiten Faktor ein/,
    saved: 'Die Einstellung wurde gespeichert.',
    hide: 'Erste Schritte ausblenden',
    advice: 'Schützen Sie Ihr Administratorkonto',
    notNow: 'Jetzt nicht',
    until: /^Ab .+ brauchen Administratoren/,
    needed: 'Zweiten Faktor einrichten',
    add: 'Passkey hinzufügen',
    setUp: 'Einrichten',
    code: 'Code aus der App',
    on: 'Einschalten',
    kept: 'Ich habe sie aufbewahrt',
    goOn: 'Weiter',
    hello: /^Hallo, /,
    users: 'Benutzer',
  },
};
const password = 'correct horse battery';
const codeOf = (secret: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead });

async function shown(page: Page, name: string) {
  await expectFitsWidth(page);
  await expectAccessible(page);
  await lookEverywhere(page, name);
}

const server = serverAtAnyTime();

for (const language of languages)
  test(`administrators have a week for a second factor, then nothing else opens, in ${language}`, {
    tag: ONLY_IN_ALL,
  }, async ({ page }) => {
    const say = words[language];
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    const signIn = async (username: string) => {
      await page.goto(`${server.url}/login`);
      await page.getByLabel(say.username).fill(username);
      await page.getByRole('textbox', { name: say.password }).fill(password);
      await page.getByRole('button', { name: say.signIn, exact: true }).click();
      await expect(page.getByRole('heading', { name: say.hello })).toBeVisible();
      return caller(server.url, (await page.evaluate(() => localStorage.getItem('access_token'))) ?? '');
    };
    const admin = await signIn(TEST_ADMIN.username);
    // The dashboard advises one thing at a time.
    await page.getByRole('button', { name: say.hide }).click();
    await expect(page.getByRole('heading', { name: say.advice })).toBeVisible();
    await shown(page, `recommended-${language}`);
    await page.getByRole('button', { name: say.notNow }).click();
    await page.reload();
    await expect(page.getByRole('heading', { name: say.hello })).toBeVisible();
    await expect(page.getByRole('heading', { name: say.advice })).toBeHidden();

    await page.goto(`${server.url}/admin/settings`);
    await page.getByRole('radio', { name: say.required }).click();
    await expect(page.getByText(say.ownFirst)).toBeVisible();
    await expect(page.getByRole('radio', { name: say.recommended })).toBeChecked();
    await expectFitsWidth(page);
    await lookEverywhere(page, `own-first-${language}`);
    const { secret } = (await admin<{ secret: string }>('POST', '/auth/second-factor')).body.data;
    await admin('POST', '/auth/second-factor/confirm', { code: codeOf(secret) });
    await page.getByRole('radio', { name: say.required }).click();
    await expect(page.getByText(say.saved)).toBeVisible();
    const account = { username: 'chair', email: 'chair@example.org', password, first_name: 'Chris' };
    const { id } = (await admin<{ id: string }>('POST', '/users', account)).body.data;
    expect((await admin('POST', `/users/${id}/roles`, { role_name: 'admin' })).status).toBe(201);
    await admin('POST', '/auth/logout');
    await page.evaluate(() => localStorage.clear());
    await page.context().clearCookies();

    await signIn('chair');
    await expect(page.getByText(say.until)).toBeVisible();
    await expect(page.getByRole('button', { name: say.notNow })).toBeHidden();
    await shown(page, `week-${language}`);

    // The page stays open for the rest of the week.
    const ahead = 8 * dayMs;
    await server.restartAhead(ahead);
    await page.goto(`${server.url}/users`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(say.needed);
    await expect(page.getByRole('link', { name: say.users })).toBeHidden();
    await expect(page.getByRole('button', { name: say.add })).toBeVisible();
    await shown(page, `needed-${language}`);
    await page.reload();
    await expect(heading).toHaveText(say.needed);
    await page.getByRole('button', { name: say.setUp }).click();
    const again = page.getByRole('dialog');
    await again.locator('input[type=password]').fill(password);
    await again.getByRole('button', { name: say.goOn }).click();
    const key = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '');
    await page.getByLabel(say.code).fill(codeOf(key, ahead));
    await page.getByRole('button', { name: say.on }).click();
    await page.getByRole('button', { name: say.kept }).click();
    await shown(page, `set-up-${language}`);
    await page.getByRole('button', { name: say.goOn }).click();
    await expect(heading).toHaveText(say.users);
    await expect(page).toHaveURL(`${server.url}/users`);
  });
