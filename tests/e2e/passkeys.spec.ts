import { expect, type Page } from '@playwright/test';
import { freePort } from '#scripts/support/free-port.ts';
import { caller } from '#tests/support/actors.ts';
import {
  preparedDataDir,
  type ServerProcess,
  startServer,
  TEST_ADMIN,
} from '#tests/support/server-process.ts';
import { languages, ONLY_IN_ALL, ROAD } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { lookEverywhere, signInByForm, toast } from './support/browser.ts';
import { withDevice, withoutAutofill } from './support/passkeys.ts';
import { test } from './support/test.ts';

/** A name of the home network, where pages come over plain http. */
const lanName = 'clublens.lan';
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH,
    args: [`--host-resolver-rules=MAP ${lanName} 127.0.0.1`],
  },
});

let server: ServerProcess;
let port: number;
let address: string;
let remove: () => Promise<void>;
/** A server of its own: passkeys need PUBLIC_URL. Over plain http browsers allow them at localhost alone. */
test.beforeAll(async () => {
  port = await freePort();
  address = `http://localhost:${port}`;
  const folder = await preparedDataDir();
  remove = folder.remove;
  const env = { DATABASE_URL: '', FACE_WORKERS: '1', PUBLIC_URL: address };
  server = await startServer({ dataDir: folder.dataDir, port, until: '/healthz', env });
});
test.afterAll(async () => {
  await server.kill('SIGTERM');
  await remove();
});

const words = {
  en: {
    hello: /^Hello/,
    section: 'Passkeys',
    add: 'Add a passkey',
    added: 'Passkey added. Everywhere else you were signed out.',
    rename: 'Rename the passkey Chrome, Linux',
    renaming: 'Rename the passkey',
    save: 'Save',
    remove: 'Remove the passkey My phone',
    sure: 'Remove',
    removed: 'Passkey removed. Everywhere else you were signed out.',
    unused: /^Not used yet, added/,
    used: /^Last used .*, added/,
    signIn: 'Sign in with a passkey',
    failed: 'This passkey did not work. Please try again, or use your password.',
    exists: 'This device has a passkey for your account already.',
    removeTitle: 'Remove this passkey?',
    again: 'Confirm it is you',
    confirm: 'Use a passkey',
    advice: 'Sign in without the password',
    notNow: 'Not now',
  },
  de: {
    hello: /^Hallo/,
    section: 'Passkeys',
    add: 'Passkey hinzufügen',
    added: 'Passkey hinzugefügt. Überall sonst wurden Sie abgemeldet.',
    rename: 'Passkey Chrome, Linux umbenennen',
    renaming: 'Passkey umbenennen',
    save: 'Speichern',
    remove: 'Passkey My phone entfernen',
    sure: 'Entfernen',
    removed: 'Passkey entfernt. Überall sonst wurden Sie abgemeldet.',
    unused: /^Noch nicht benutzt, hinzugefügt am/,
    used: /^Zuletzt benutzt .*, hinzugefügt am/,
    signIn: 'Mit Passkey anmelden',
    failed: /^Dieser Passkey hat nicht funktioniert/,
    exists: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
    removeTitle: 'Diesen Passkey entfernen?',
    again: 'Sind Sie es?',
    confirm: 'Passkey verwenden',
    advice: 'Ohne Passwort anmelden',
    notNow: 'Jetzt nicht',
  },
};

const section = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Passkeys' }) });

/** Each test has an account of its own, without passkeys. */
async function newAccount(): Promise<{ username: string; password: string }> {
  accounts += 1;
  const who = { username: `member${accounts}`, password: 'correct horse battery' };
  const { username, password } = TEST_ADMIN;
  const anyone = caller(server.url);
  const { body } = await anyone<{ access_token: string }>('POST', '/auth/login', { username, password });
  await caller(server.url, body.data.access_token)('POST', '/users', {
    ...who,
    email: `${who.username}@example.org`,
    first_name: 'Max',
    last_name: 'Muster',
    is_active: true,
  });
  return who;
}
let accounts = 0;

async function openSettings(
  page: Page,
  who: { username: string; password: string },
  language: 'en' | 'de' = 'en',
): Promise<void> {
  await page.goto(`${address}/login`);
  await signInByForm(page, who);
  await expect(page.getByRole('heading', { name: words.en.hello })).toBeVisible();
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
  await page.goto(`${address}/settings`);
}
async function openSignIn(page: Page, at = address): Promise<void> {
  await page.evaluate(() => ['access_token', 'refresh_token'].map((name) => localStorage.removeItem(name)));
  await page.goto(`${at}/login`);
}

/** As the server answers ten minutes after signing in; asked for before the page is there, as a busy Chromium may send past it what follows at once. */
const askToConfirmOnce = (page: Page) => {
  const data = { code: 'reauthentication_required', httpStatus: 403, http_status: 403 };
  return page.route(
    '**/passkeys.remove*',
    (route) => route.fulfill({ status: 403, json: [{ error: { message: '', code: -32603, data } }] }),
    { times: 1 },
  );
};

for (const language of languages)
  test(`a passkey is added, signs in, confirms who one is, and is removed, in ${language}`, {
    tag: ROAD,
  }, async ({ page }) => {
    const say = words[language];
    await withoutAutofill(page);
    const { countPasskeys } = await withDevice(page);
    await openSettings(page, await newAccount(), language);
    await section(page).getByRole('button', { name: say.add }).click();
    await toast(page, say.added);
    await expect(section(page).getByText(say.unused)).toBeVisible();
    expect(await countPasskeys()).toBe(1);
    await expectFitsWidth(page);
    await expectAccessible(page);
    await lookEverywhere(page, `passkeys-${language}`);
    await section(page).getByRole('button', { name: say.rename }).click();
    const renaming = page.getByRole('dialog', { name: say.renaming });
    await renaming.getByRole('textbox').fill('My phone');
    await expectFitsWidth(page);
    await expectAccessible(page);
    await lookEverywhere(page, `rename-${language}`);
    await renaming.getByRole('button', { name: say.save }).click();
    await expect(renaming).toBeHidden();
    await expect(section(page).getByText('My phone', { exact: true })).toBeVisible();
    await lookEverywhere(page, `renamed-${language}`);
    // The same device makes no second one.
    await section(page).getByRole('button', { name: say.add }).click();
    await toast(page, say.exists);

    await openSignIn(page);
    const button = page.getByRole('button', { name: say.signIn });
    await expect(button).toBeVisible();
    await expectAccessible(page);
    await lookEverywhere(page, `sign-in-${language}`);
    await button.click();
    await expect(page.getByRole('heading', { name: say.hello })).toBeVisible();

    await askToConfirmOnce(page);
    await page.goto(`${address}/settings`);
    await expect(section(page).getByText(say.used)).toBeVisible();
    await section(page).getByRole('button', { name: say.remove }).click();
    const sure = page.getByRole('dialog', { name: say.removeTitle });
    await lookEverywhere(page, `remove-${language}`);
    await sure.getByRole('button', { name: say.sure }).click();
    const again = page.getByRole('dialog', { name: say.again });
    await expect(again.getByRole('button', { name: say.confirm })).toBeVisible();
    await expectAccessible(page);
    await lookEverywhere(page, `again-${language}`);
    await again.getByRole('button', { name: say.confirm }).click();
    await toast(page, say.removed);
    await expect(section(page).getByRole('listitem')).toHaveCount(0);
    // The browser was told, and forgot it.
    await expect.poll(countPasskeys).toBe(0);
  });

test('the field of the username offers a passkey, which signs in without a button', {
  tag: ONLY_IN_ALL,
}, async ({ page }) => {
  await withDevice(page);
  await openSettings(page, await newAccount());
  await section(page).getByRole('button', { name: words.en.add }).click();
  await toast(page, words.en.added);
  await openSignIn(page);
  await expect(page.getByRole('heading', { name: words.en.hello })).toBeVisible();
});

const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };
const advice = (page: Page, language: 'en' | 'de' = 'en') =>
  page.getByRole('region', { name: words[language].advice });

test('on a phone the overview offers a passkey', { tag: ONLY_IN_ALL }, async ({ browser }) => {
  const page = await browser.newPage(phone);
  await withoutAutofill(page);
  const { countPasskeys } = await withDevice(page);
  await page.goto(`${address}/login`);
  await signInByForm(page, await newAccount());
  await advice(page).getByRole('button', { name: words.en.add }).click();
  await toast(page, words.en.added);
  await expect(advice(page)).toBeHidden();
  expect(await countPasskeys()).toBe(1);
  await page.close();
});

for (const language of languages)
  test(`who wants no passkey is asked once on a phone, in ${language}, and not on a computer`, {
    tag: ONLY_IN_ALL,
  }, async ({ browser, page }) => {
    const who = await newAccount();
    await openSettings(page, who, language);
    await page.goto(address);
    await expect(page.getByRole('heading', { name: words[language].hello })).toBeVisible();
    await expect(advice(page, language)).toBeHidden();
    const pocket = await browser.newPage(phone);
    await openSettings(pocket, who, language);
    await pocket.goto(address);
    await expect(advice(pocket, language)).toBeVisible();
    await expectFitsWidth(pocket);
    await expectAccessible(pocket);
    await lookEverywhere(pocket, `advice-${language}`);
    await advice(pocket, language).getByRole('button', { name: words[language].notNow }).click();
    await expect(advice(pocket, language)).toBeHidden();
    await pocket.reload();
    await expect(pocket.getByRole('heading', { name: words[language].hello })).toBeVisible();
    await expect(advice(pocket, language)).toBeHidden();
    await pocket.close();
  });

test('each of two devices signs in with its own passkey; one that was removed is refused', {
  tag: ONLY_IN_ALL,
}, async ({ page, browser }) => {
  const who = await newAccount();
  const elsewhere = await browser.newContext();
  const second = await elsewhere.newPage();
  for (const tab of [page, second]) {
    await withoutAutofill(tab);
    await withDevice(tab);
    await openSettings(tab, who);
    await section(tab).getByRole('button', { name: words.en.add }).click();
    await toast(tab, words.en.added);
  }
  await expect(section(second).getByRole('listitem')).toHaveCount(2);
  // Adding the second has ended the session of the first.
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();
  await page.getByRole('button', { name: words.en.signIn }).click();
  await section(page)
    .getByRole('button', { name: /^Remove the passkey/ })
    .last()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await toast(page, words.en.removed);
  await expect(second.getByText('Your session has expired. Please log in again.')).toBeVisible();
  await second.getByRole('button', { name: words.en.signIn }).click();
  await expect(second.getByRole('alert')).toContainText(words.en.failed);
  await expectAccessible(second);
  await lookEverywhere(second, 'refused');
  await signInByForm(second, who);
  await expect(section(second).getByRole('listitem')).toHaveCount(1);
  await elsewhere.close();
});

test('somebody else whom the device does not know neither confirms who one is nor signs in', {
  tag: ONLY_IN_ALL,
}, async ({ page }) => {
  const who = await newAccount();
  await withoutAutofill(page);
  const { passToSomebodyElse } = await withDevice(page);
  await askToConfirmOnce(page);
  await openSettings(page, who);
  await section(page).getByRole('button', { name: words.en.add }).click();
  await toast(page, words.en.added);
  await passToSomebodyElse();
  await section(page)
    .getByRole('button', { name: /^Remove the passkey/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  const again = page.getByRole('dialog', { name: words.en.again });
  const confirm = again.getByRole('button', { name: words.en.confirm });
  await confirm.click();
  await expect(confirm).toBeEnabled();
  await again.getByRole('button', { name: 'Cancel' }).click();
  await expect(section(page).getByRole('listitem')).toHaveCount(1);
  await openSignIn(page);
  const signIn = page.getByRole('button', { name: words.en.signIn });
  await signIn.click();
  await expect(signIn).toBeEnabled();
  await expect(page).toHaveURL(/login/);
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});

test('at another address of the server, and over plain http, settings say where passkeys work', {
  tag: ONLY_IN_ALL,
}, async ({ page }) => {
  for (const host of ['127.0.0.1', lanName]) {
    const here = `http://${host}:${port}`;
    await page.goto(`${here}/login`);
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
    await signInByForm(page, TEST_ADMIN);
    await expect(page.getByRole('heading', { name: words.en.hello })).toBeVisible();
    await page.goto(`${here}/settings`);
    await expect(section(page)).toContainText(`Passkeys work at ${address}. Please open this page there.`);
    await expect(section(page).getByRole('button', { name: words.en.add })).toBeHidden();
    await lookEverywhere(page, `elsewhere-${host}`);
    await openSignIn(page, here);
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: words.en.signIn })).toBeHidden();
  }
});
