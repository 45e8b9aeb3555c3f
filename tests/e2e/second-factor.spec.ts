import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { look, lookEverywhere, signInAs, toast } from './support/browser.ts';
import { test } from './support/test.ts';
import { adminUser, expectSuccess, newUser, type TestUser } from './support/test-data.ts';

const words = {
  en: {
    setUp: 'Set up',
    title: 'Two-factor authentication',
    code: 'Code from the app',
    on: 'Switch on',
    keep: 'Keep these recovery codes',
    download: 'Download',
    print: 'Print',
    kept: 'I have kept them',
    left: /10 recovery codes are left/,
    username: 'Username or email',
    password: 'Password',
    signIn: 'Sign In',
    enter: 'Enter the code',
    wrong: 'This code is not correct, or was used before.',
    useRecovery: 'Use a recovery code',
    recovery: 'Recovery code',
    account: /^Account of/,
    logOut: 'Log out',
    off: 'Switch off',
    newPassword: 'New password',
    confirmPassword: 'Confirm new password',
    passwordSet: /^Your new password is set/,
    isOff: 'Two-factor authentication is off.',
    used: /^A recovery code was used; 9 are left/,
  },
  de: {
    setUp: 'Einrichten',
    title: 'Zwei-Faktor-Authentifizierung',
    code: 'Code aus der App',
    on: 'Einschalten',
    keep: 'Bewahren Sie diese Codes auf',
    download: 'Herunterladen',
    print: 'Drucken',
    kept: 'Ich habe sie aufbewahrt',
    left: /10 Wiederherstellungscodes sind noch übrig/,
    username: 'Benutzername oder E-Mail',
    password: 'Passwort',
    signIn: 'Anmelden',
    enter: 'Code eingeben',
    wrong: 'Dieser Code ist nicht richtig oder wurde schon benutzt.',
    useRecovery: 'Wiederherstellungscode benutzen',
    recovery: 'Wiederherstellungscode',
    account: /^Konto von/,
    logOut: 'Abmelden',
    off: 'Ausschalten',
    newPassword: 'Neues Passwort',
    confirmPassword: 'Neues Passwort wiederholen',
    passwordSet: /^Ihr neues Passwort ist gesetzt/,
    isOff: 'Die Zwei-Faktor-Authentifizierung ist ausgeschaltet.',
    used: /^Ein Wiederherstellungscode wurde benutzt; 9 sind noch übrig/,
  },
};

/** What the app shows: the code of the step of now, or of the one after, which is accepted too. */
const codeOf = (secret: string, step: 0 | 1) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 });

async function shown(page: Page, name: string) {
  await expectFitsWidth(page);
  await expectAccessible(page);
  await lookEverywhere(page, name);
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 768, height });
  await look(page, `${name}-768`);
  await page.setViewportSize({ width, height });
}

async function givePassword(page: Page, who: TestUser, say: (typeof words)['en']) {
  await page.getByLabel(say.username).fill(who.username);
  await page.getByRole('textbox', { name: say.password }).fill(who.password);
  await page.getByRole('button', { name: say.signIn }).click();
  await expect(page.getByRole('heading', { name: say.enter })).toBeVisible();
}

for (const language of languages)
  test(`codes of an app are set up, asked for at sign-in, and switched off, in ${language}`, {
    tag: ONLY_IN_ALL,
  }, async ({ page, context }) => {
    const say = words[language];
    const user = await newUser();
    await signInAs(context, user, language);
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
    });
    await page.goto('/settings');
    await page.getByRole('button', { name: say.setUp }).click();
    const setUp = page.getByRole('dialog', { name: say.title });
    await expect(setUp.getByRole('img', { name: /App|app/ })).toBeVisible();
    await shown(page, `set-up-${language}`);
    const secret = (await setUp.locator('code').innerText()).replaceAll(' ', '');
    await setUp.getByLabel(say.code).fill(codeOf(secret, 0));
    await setUp.getByRole('button', { name: say.on }).click();
    const keep = page.getByRole('dialog', { name: say.keep });
    await expect(keep.getByRole('listitem')).toHaveCount(10);
    const codes = await keep.getByRole('listitem').allInnerTexts();
    await shown(page, `recovery-codes-${language}`);
    const saved = page.waitForEvent('download');
    await keep.getByRole('button', { name: say.download }).click();
    expect((await readFile(await (await saved).path(), 'utf8')).split('\n')).toEqual(
      expect.arrayContaining([expect.stringContaining(user.username), ...codes]),
    );
    await keep.getByRole('button', { name: say.print }).click();
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
    await page.emulateMedia({ media: 'print' });
    for (const code of codes) await expect(page.getByTestId('print-sheet').getByText(code)).toBeVisible();
    await look(page, `recovery-codes-printed-${language}`);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await keep.getByRole('button', { name: say.kept }).click();
    await expect(page.getByText(say.left)).toBeVisible();
    await shown(page, `second-factor-on-${language}`);

    await page.getByRole('button', { name: say.account }).click();
    await page.getByRole('menuitem', { name: say.logOut }).click();
    await givePassword(page, user, say);
    // Whoever reloads starts over.
    await page.reload();
    await givePassword(page, user, say);
    await shown(page, `code-${language}`);
    await expect(page.getByLabel(say.code)).toBeFocused();
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByText(say.wrong)).toBeVisible();
    await shown(page, `wrong-code-${language}`);
    await page.getByLabel(say.code).fill(codeOf(secret, 1));
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(/login/);

    await page.goto('/settings');
    await page.getByRole('button', { name: say.account }).click();
    await page.getByRole('menuitem', { name: say.logOut }).click();
    await givePassword(page, user, say);
    await page.getByRole('button', { name: say.useRecovery }).click();
    await expect(page.getByLabel(say.recovery)).toBeFocused();
    await shown(page, `recovery-code-${language}`);
    await page.keyboard.type(codes[0]!);
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(/login/);
    await page.goto('/notifications');
    await expect(page.getByText(say.used)).toBeVisible();

    // A new password set by a link leaves the codes on.
    const { url } = await expectSuccess(
      (await adminUser()).call<{ url: string }>('POST', `/users/${user.id}/reset-link`),
    );
    const changed = { ...user, password: 'kicked in at half time' };
    await page.goto(url);
    for (const label of [say.newPassword, say.confirmPassword])
      await page.getByRole('textbox', { name: label, exact: true }).fill(changed.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText(say.passwordSet)).toBeVisible();
    await shown(page, `code-after-reset-${language}`);
    await page.getByRole('button', { name: say.useRecovery }).click();
    await page.getByLabel(say.recovery).fill(codes[1]!);
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(/reset-password/);

    await page.goto('/settings');
    await page.getByRole('button', { name: say.off }).click();
    const sure = page.getByRole('dialog');
    await shown(page, `switch-off-${language}`);
    await sure.getByRole('button', { name: say.off }).click();
    await toast(page, say.isOff);
    await expect(page.getByRole('button', { name: say.setUp })).toBeVisible();
    await page.getByRole('button', { name: say.account }).click();
    await page.getByRole('menuitem', { name: say.logOut }).click();
    await page.getByLabel(say.username).fill(user.username);
    await page.getByRole('textbox', { name: say.password }).fill(changed.password);
    await page.getByRole('button', { name: say.signIn }).click();
    await expect(page).not.toHaveURL(/login/);
  });
