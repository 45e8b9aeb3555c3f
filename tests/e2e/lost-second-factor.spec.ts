import { type Browser, expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { dayMs, hourMs } from '#server/contract/lifetimes.ts';
import { type Call, caller } from '#tests/support/actors.ts';
import { TEST_ADMIN } from '#tests/support/server-process.ts';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { lookEverywhere, toast } from './support/browser.ts';
import { serverAtAnyTime } from './support/server-at-any-time.ts';
import { test } from './support/test.ts';

const words = {
  en: {
    remove: 'Also remove the second factor',
    make: 'One-time link for a new password',
    ends: /^The second factor ends on/,
    banner: /^Your second factor ends on/,
    keep: 'Keep it',
    kept: 'Your second factor stays.',
    refused: /has stopped the end of the second factor/,
    goOn: 'Continue',
    newPassword: 'New password',
    confirmPassword: 'Confirm new password',
    until: /^Until .+ signing in asks for your second factor/,
    passwordSet: /^Your new password is set/,
    isOff: 'Two-factor authentication is off',
    page: 'Keep your second factor',
    submit: 'Keep my second factor',
    unknown: /^This link is not known here/,
  },
  de: {
    remove: 'Auch den zweiten Faktor entfernen',
    make: 'Einmal-Link für ein neues Passwort',
    ends: /^Der zweite Faktor endet am/,
    banner: /^Ihr zweiter Faktor endet am/,
    keep: 'Behalten',
    kept: 'Ihr zweiter Faktor bleibt.',
    refused: /hat das Ende des zweiten Faktors verhindert/,
    goOn: 'Weiter',
    newPassword: 'Neues Passwort',
    confirmPassword: 'Neues Passwort wiederholen',
    until: /^Bis .+ verlangt die Anmeldung noch Ihren zweiten Faktor/,
    passwordSet: /^Ihr neues Passwort ist gesetzt/,
    isOff: 'Die Zwei-Faktor-Authentifizierung ist ausgeschaltet',
    page: 'Zweiten Faktor behalten',
    submit: 'Zweiten Faktor behalten',
    unknown: /^Dieser Link ist hier nicht bekannt/,
  },
};
const mia = {
  username: 'mia',
  email: 'mia@example.org',
  password: 'kicked in at half time',
  first_name: 'Mia',
};

async function shown(page: Page, name: string) {
  await expectFitsWidth(page);
  await expectAccessible(page);
  await lookEverywhere(page, name);
}

const server = serverAtAnyTime();

/** A browser of its own, on the sign-in page. */
async function visitor(browser: Browser, language: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  await page.goto(`${server.url}/login`);
  return page;
}
const signIn = async (page: Page, who: { username: string; password: string }): Promise<Call> => {
  await page.getByLabel(/^(Username or email|Benutzername oder E-Mail)$/).fill(who.username);
  await page.getByRole('textbox', { name: /^(Password|Passwort)$/ }).fill(who.password);
  await page.getByRole('button', { name: /^(Sign In|Anmelden)$/ }).click();
  await expect(page.getByRole('heading', { name: /^(Hello|Hallo), / })).toBeVisible();
  return caller(server.url, (await page.evaluate(() => localStorage.getItem('access_token'))) ?? '');
};

for (const language of languages)
  test(`an administrator lets a lost second factor end a day later, and its owner may stop it, in ${language}`, {
    tag: ONLY_IN_ALL,
  }, async ({ page, browser }) => {
    page.setDefaultTimeout(20_000);
    const say = words[language];
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto(`${server.url}/login`);
    const admin = await signIn(page, TEST_ADMIN);
    await admin('POST', '/users', mia);
    const owner = await visitor(browser, language);
    const call = await signIn(owner, mia);
    const { secret } = (await call<{ secret: string }>('POST', '/auth/second-factor')).body.data;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    expect((await call('POST', '/auth/second-factor/confirm', { code })).status).toBe(200);

    const dialog = page.getByRole('dialog', { name: 'Mia', exact: true });
    const openAccount = async () => {
      await page.goto(`${server.url}/users`);
      await page
        .getByRole('button', { name: /\bMia\b/ })
        .first()
        .click();
      await expect(dialog.getByRole('button', { name: say.make })).toBeVisible();
    };
    await openAccount();
    await dialog.getByLabel(say.remove).check();
    await shown(page, `admin-asks-${language}`);
    await dialog.getByRole('button', { name: say.make }).click();
    await expect(dialog.getByText(say.ends)).toBeVisible();
    await shown(page, `admin-asked-${language}`);

    // In the session that is open, without a reload.
    await expect(owner.getByText(say.banner)).toBeVisible();
    await shown(owner, `owner-banner-${language}`);
    await owner.getByRole('button', { name: say.keep }).click();
    await toast(owner, say.kept);
    await expect(owner.getByText(say.banner)).toBeHidden();
    await openAccount();
    await expect(dialog.getByText(say.refused)).toBeVisible();
    await expect(dialog.getByLabel(say.remove)).toHaveCount(0);
    await shown(page, `admin-refused-${language}`);
    await owner.goto(`${server.url}/keep-second-factor#not-a-link`);
    await expect(owner.getByRole('heading', { name: say.page })).toBeVisible();
    await shown(owner, `link-${language}`);
    await owner.getByRole('button', { name: say.submit }).click();
    await expect(owner.getByText(say.unknown)).toBeVisible();
    await shown(owner, `link-unknown-${language}`);
    await owner.context().close();

    // The phone is really lost, a week later.
    await server.restartAhead(8 * dayMs);
    await openAccount();
    await dialog.getByLabel(say.remove).check();
    await dialog.getByRole('button', { name: say.make }).click();
    const again = page.getByRole('dialog').last();
    await again.locator('input[type=password]').fill(TEST_ADMIN.password);
    const made = page.waitForResponse((response) => response.url().includes('users.createResetLink'));
    await again.getByRole('button', { name: say.goOn }).click();
    const link: string = (await (await made).json())[0].result.data.url;
    await expect(dialog.getByText(say.ends)).toBeVisible();
    const lost = await visitor(browser, language);
    await lost.goto(link);
    await expect(lost.getByText(say.until)).toBeVisible();
    await shown(lost, `new-password-${language}`);
    const changed = { ...mia, password: 'kicked in at full time' };
    for (const label of [say.newPassword, say.confirmPassword])
      await lost.getByRole('textbox', { name: label, exact: true }).fill(changed.password);
    await lost.keyboard.press('Enter');
    await expect(lost.getByText(say.passwordSet)).toBeVisible();
    await expect(lost.getByText(say.until)).toBeVisible();
    await shown(lost, `still-asked-${language}`);

    await server.restartAhead(9 * dayMs + hourMs);
    await lost.goto(`${server.url}/login`);
    await signIn(lost, changed);
    await lost.goto(`${server.url}/notifications`);
    await expect(lost.getByText(say.isOff)).toBeVisible();
    await shown(lost, `ended-${language}`);
    await lost.context().close();
  });
