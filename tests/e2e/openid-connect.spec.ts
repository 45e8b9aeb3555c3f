import { expect, type Page } from '@playwright/test';
import { freePort } from '#scripts/support/free-port.ts';
import {
  clientId,
  clientSecret,
  type OpenIdProvider,
  startOpenIdProvider,
} from '#tests/support/openid-provider.ts';
import {
  preparedDataDir,
  type ServerProcess,
  startServer,
  TEST_ADMIN,
} from '#tests/support/server-process.ts';
import { languages, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { expectAccessible, expectFitsWidth } from './support/accessibility.ts';
import { lookEverywhere, signInByForm, toast } from './support/browser.ts';
import { test } from './support/test.ts';

let openid: OpenIdProvider;
let server: ServerProcess;
let address: string;
let remove: () => Promise<void>;
test.beforeAll(async () => {
  const port = await freePort();
  address = `http://localhost:${port}`;
  openid = await startOpenIdProvider();
  await openid.serve(address, `http://127.0.0.1:${port}`);
  const folder = await preparedDataDir();
  remove = folder.remove;
  const env = {
    DATABASE_URL: '',
    FACE_WORKERS: '1',
    PUBLIC_URL: address,
    OIDC_ISSUER: openid.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_LABEL: 'TSV Nord',
  };
  server = await startServer({ dataDir: folder.dataDir, port, until: '/healthz', env });
});
test.afterAll(async () => {
  await server.kill('SIGTERM');
  await remove();
  await openid.close();
});

const words = {
  en: {
    hello: /^Hello/,
    signIn: 'Sign in with TSV Nord',
    new: 'Create account',
    confirmed: 'Confirmed by TSV Nord',
    username: 'Username',
    create: 'Create Account',
    ended: 'Your session has expired. Please log in again.',
    section: 'Signing in with TSV Nord',
    noPassword: /^Your account has no password/,
    setPassword: 'Set a password',
    passwordSet: 'Your password was changed. Other devices were signed out.',
    connect: 'Connect',
    connected: 'Connected. Everywhere else you were signed out.',
    since: /^Connected since .+ after 12 hours\.$/,
    asked: /^Connected since .+ TSV Nord decides how long you stay signed in\.$/,
    disconnect: 'Disconnect',
    sure: 'Disconnect TSV Nord?',
    disconnected: 'Disconnected. Everywhere else you were signed out.',
    again: 'Confirm it is you',
    reconfirmed: 'Thank you. You can go on now.',
    cancelled: 'You cancelled at the sign-in service. Nothing was changed.',
    back: 'Sign in',
  },
  de: {
    hello: /^Hallo/,
    signIn: 'Mit TSV Nord anmelden',
    new: 'Konto anlegen',
    confirmed: 'Bestätigt von TSV Nord',
    username: 'Benutzername',
    create: 'Konto anlegen',
    ended: /abgelaufen/,
    section: 'Anmelden mit TSV Nord',
    noPassword: /^Ihr Konto hat kein Passwort/,
    setPassword: 'Passwort setzen',
    passwordSet: 'Ihr Passwort wurde geändert. Andere Geräte wurden abgemeldet.',
    connect: 'Verbinden',
    connected: 'Verbunden. Überall sonst wurden Sie abgemeldet.',
    since: /^Verbunden seit .+ nach 12 Stunden abgemeldet\.$/,
    asked: /^Verbunden seit .+ entscheidet TSV Nord\.$/,
    disconnect: 'Trennen',
    sure: 'TSV Nord trennen?',
    disconnected: 'Getrennt. Überall sonst wurden Sie abgemeldet.',
    again: 'Sind Sie es?',
    reconfirmed: 'Danke. Sie können jetzt weitermachen.',
    cancelled: 'Sie haben beim Anmeldedienst abgebrochen. Nichts wurde geändert.',
    back: 'Anmelden',
  },
};

const open = async (page: Page, path: string, language: 'en' | 'de') => {
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  await page.goto(address + path);
};
const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name }) });

for (const language of languages) {
  const say = words[language];

  test(`a new person signs in, chooses a username, and is signed out by the provider, in ${language}`, async ({
    page,
  }) => {
    const subject = `new-${language}`;
    openid.person = null;
    openid.people[subject] = {
      email: `${subject}@federation.example`,
      email_verified: true,
      name: 'Mia Berg',
      preferred_username: `mia-${language}`,
    };
    await open(page, '/login?from=%2Fevents', language);
    await page.getByRole('button', { name: say.signIn }).click();
    await expect(page.getByText(say.cancelled)).toBeVisible();
    await expectAccessible(page);
    await lookEverywhere(page, `cancelled-${language}`);
    await page.getByRole('main').getByRole('link', { name: say.back }).click();

    openid.person = subject;
    const button = page.getByRole('button', { name: say.signIn });
    await expect(button).toBeVisible();
    await expectFitsWidth(page);
    await expectAccessible(page);
    await lookEverywhere(page, `login-${language}`);
    await page.goto(`${address}/login?from=%2Fevents`);
    await button.click();
    await expect(page.getByRole('heading', { name: say.new })).toBeVisible();
    await expect(page.getByText(say.confirmed)).toBeVisible();
    await expect(page.getByLabel(say.username, { exact: true })).toHaveValue(`mia-${language}`);
    await expectFitsWidth(page);
    await expectAccessible(page);
    await lookEverywhere(page, `new-${language}`);
    await page.getByLabel(say.username, { exact: true }).fill('admin');
    await page.getByRole('button', { name: say.create }).click();
    await expect(page.getByLabel(say.username, { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel(say.username, { exact: true }).fill(`chosen-${language}`);
    await page.getByRole('button', { name: say.create }).click();
    // Where they wanted to go before.
    await expect(page).toHaveURL(`${address}/events`);

    await page.goto(`${address}/settings`);
    const connection = section(page, say.section);
    await expect(connection.getByText(say.noPassword)).toBeVisible();
    await expectAccessible(page);
    await connection.scrollIntoViewIfNeeded();
    await lookEverywhere(page, `no-password-${language}`);
    await page.getByRole('button', { name: say.setPassword }).click();
    const dialog = page.getByRole('dialog', { name: say.setPassword });
    await expect(dialog.locator('input[type=password]')).toHaveCount(2);
    await expectFitsWidth(page);
    await expectAccessible(page);
    await lookEverywhere(page, `set-password-${language}`);
    for (const field of await dialog.locator('input[type=password]').all())
      await field.fill('a brand new secret');
    await dialog.getByRole('button', { name: say.setPassword }).click();
    await expect(page.getByText(say.passwordSet)).toBeVisible();
    await expect(connection.getByRole('button', { name: say.disconnect })).toBeVisible();
    await openid.signOut(subject);
    // The page that is left may say it too, in more than one place.
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText(say.ended)).toBeVisible();
  });

  test(`an account is connected, signs in, confirms who one is and is disconnected, in ${language}`, {
    tag: ONLY_IN_ALL,
  }, async ({ page }) => {
    openid.person = `existing-${language}`;
    openid.people[openid.person] = { email: TEST_ADMIN.email, email_verified: true };
    await open(page, '/login', 'en');
    await signInByForm(page, TEST_ADMIN);
    await expect(page.getByRole('heading', { name: words.en.hello })).toBeVisible();
    await open(page, '/settings', language);
    const connection = section(page, say.section);
    await connection.scrollIntoViewIfNeeded();
    await lookEverywhere(page, `settings-${language}`);
    await connection.getByRole('button', { name: say.connect }).click();
    await toast(page, say.connected);
    await expect(connection.getByText(say.since)).toBeVisible();
    await expectFitsWidth(page);
    await expectAccessible(page);
    await lookEverywhere(page, `connected-${language}`);

    await page.evaluate(() => ['access_token', 'refresh_token'].map((name) => localStorage.removeItem(name)));
    openid.refreshes = 'rotated';
    await page.goto(`${address}/login?from=%2Fsettings`);
    await page.getByRole('button', { name: say.signIn }).click();
    await expect(connection.getByText(say.asked)).toBeVisible();
    openid.refreshes = false;
    await connection.scrollIntoViewIfNeeded();
    await lookEverywhere(page, `asked-${language}`);

    // As the server answers ten minutes after signing in.
    const data = { code: 'reauthentication_required', httpStatus: 403, http_status: 403 };
    await page.route(
      '**/oidc.disconnect*',
      (route) => route.fulfill({ status: 403, json: [{ error: { message: '', code: -32603, data } }] }),
      { times: 1 },
    );
    const disconnect = async () => {
      await connection.getByRole('button', { name: say.disconnect }).click();
      await page
        .getByRole('dialog', { name: say.sure })
        .getByRole('button', { name: say.disconnect })
        .click();
    };
    await disconnect();
    const again = page.getByRole('dialog', { name: say.again });
    await expect(again.getByRole('button', { name: say.signIn })).toBeVisible();
    await expectAccessible(page);
    await lookEverywhere(page, `again-${language}`);
    await again.getByRole('button', { name: say.signIn }).click();
    await toast(page, say.reconfirmed);
    await disconnect();
    await toast(page, say.disconnected);
    await expect(connection.getByRole('button', { name: say.connect })).toBeVisible();
  });
}

test('leads to the provider at once and out again, without circles; passwords are for superusers', {
  tag: ONLY_IN_ALL,
}, async ({ page }) => {
  page.setDefaultTimeout(20_000);
  const port = await freePort();
  const site = `http://localhost:${port}`;
  const there = await startOpenIdProvider();
  await there.serve(site, `http://127.0.0.1:${port}`);
  const folder = await preparedDataDir();
  const env = {
    DATABASE_URL: '',
    FACE_WORKERS: '1',
    PUBLIC_URL: site,
    OIDC_ISSUER: there.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_LABEL: 'TSV Nord',
    OIDC_ONLY: 'true',
    OIDC_AUTO: 'true',
    OIDC_LOGOUT: 'true',
  };
  const strict = await startServer({ dataDir: folder.dataDir, port, until: '/healthz', env });
  try {
    await page.goto(`${site}/events`);
    // Nobody sits there: back without going in circles.
    await expect(page.getByText(words.en.cancelled)).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: words.en.back }).click();
    const button = page.getByRole('button', { name: words.en.signIn });
    await expect(button).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Password' })).toHaveCount(0);
    await expectAccessible(page);
    await lookEverywhere(page, 'only');
    there.person = 'lina';
    there.people.lina = { email: 'lina@federation.example', email_verified: true, name: 'Lina Berg' };
    await button.click();
    await page.getByLabel('Username', { exact: true }).fill('lina');
    await page.getByRole('button', { name: words.en.create }).click();
    await expect(page.getByRole('heading', { name: words.en.hello })).toBeVisible();

    await page.goto(`${site}/settings`);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('button', { name: /sign me out/i }).click();
    await expect(page).toHaveURL(`${site}/login`);
    await expect(button).toBeVisible();
    await button.click();
    await expect(page.getByRole('heading', { name: words.en.hello })).toBeVisible();

    await page.context().clearCookies();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto(`${site}/login?password=1`);
    await signInByForm(page, TEST_ADMIN);
    await expect(page.getByRole('heading', { name: words.en.hello })).toBeVisible();
  } finally {
    await strict.kill('SIGTERM');
    await folder.remove();
    await there.close();
  }
});
