import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { freePort } from '#scripts/support/free-port.ts';
import { caller } from '#tests/support/actors.ts';
import { preparedDataDir, startServer, TEST_ADMIN } from '#tests/support/server-process.ts';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { signInByForm, toast } from './support/browser.ts';
import { withDevice, withoutAutofill } from './support/passkeys.ts';
import { test } from './support/test.ts';

/** What docs/club/accounts.md says under *Locked out?*, where no other file tries it. */
const hello = /^Hello/;
const clubAt = async (folder: string, port: number, env: Record<string, string>) =>
  startServer({
    dataDir: folder,
    port,
    until: '/healthz',
    env: { DATABASE_URL: '', FACE_WORKERS: '1', ...env },
  });
const addPasskey = async (page: Page) => {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await toast(page, 'Passkey added. Everywhere else you were signed out.');
};

test('a server that moved to another address: the password signs in, and a new passkey is added', {
  tag: ONLY_IN_ALL,
}, async ({ page }) => {
  page.setDefaultTimeout(20_000);
  await withDevice(page);
  await withoutAutofill(page);
  const folder = await preparedDataDir();
  const port = await freePort();
  const [before, after] = [`http://localhost:${port}`, `http://moved.localhost:${port}`];
  let server = await clubAt(folder.dataDir, port, { PUBLIC_URL: before });
  try {
    await page.goto(`${before}/login`);
    await signInByForm(page, TEST_ADMIN);
    await expect(page.getByRole('heading', { name: hello })).toBeVisible();
    await page.goto(`${before}/settings`);
    await addPasskey(page);
    await server.kill('SIGTERM');
    server = await clubAt(folder.dataDir, port, { PUBLIC_URL: after });

    await page.goto(`${after}/login`);
    await signInByForm(page, TEST_ADMIN);
    await expect(page.getByRole('heading', { name: hello })).toBeVisible();
    await page.goto(`${after}/settings`);
    await expect(page.getByText('For the address localhost, not for this one')).toBeVisible();
    await addPasskey(page);
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${after}/login`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('heading', { name: hello })).toBeVisible();
  } finally {
    await server.kill('SIGTERM');
    await folder.remove();
  }
});

test('a sign-in service that is gone: the page says so, and the password signs in', {
  tag: ONLY_IN_ALL,
}, async ({ page }) => {
  page.setDefaultTimeout(20_000);
  const folder = await preparedDataDir();
  const [port, nobody] = [await freePort(), await freePort()];
  const address = `http://localhost:${port}`;
  const server = await clubAt(folder.dataDir, port, {
    PUBLIC_URL: address,
    OIDC_ISSUER: `http://127.0.0.1:${nobody}`,
    OIDC_CLIENT_ID: 'club',
    OIDC_CLIENT_SECRET: 'secret of the club',
    OIDC_LABEL: 'TSV Nord',
  });
  try {
    await page.goto(`${address}/login`);
    await page.getByRole('button', { name: 'Sign in with TSV Nord' }).click();
    await expect(page.getByText(/^The sign-in service does not answer right now/)).toBeVisible();
    await signInByForm(page, TEST_ADMIN);
    await expect(page.getByRole('heading', { name: hello })).toBeVisible();
  } finally {
    await server.kill('SIGTERM');
    await folder.remove();
  }
});

/** `npm run admin` beside the running server. */
async function admin(dataDir: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  const child = spawn(process.execPath, ['server/scripts/admin.ts', ...args], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  const [code] = await once(child, 'close');
  expect(code, output).toBe(0);
  return output;
}

test('the only administrator lost phone and recovery codes: a command on the server, a new password, signed in', {
  tag: ONLY_IN_ALL,
}, async ({ page, browser }) => {
  page.setDefaultTimeout(20_000);
  const folder = await preparedDataDir();
  const server = await clubAt(folder.dataDir, await freePort(), {});
  try {
    await page.goto(`${server.url}/login`);
    await signInByForm(page, TEST_ADMIN);
    await expect(page.getByRole('heading', { name: hello })).toBeVisible();
    const token = await page.evaluate(() => localStorage.getItem('access_token'));
    const call = caller(server.url, token ?? '');
    const { secret } = (await call<{ secret: string }>('POST', '/auth/second-factor')).body.data;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    expect((await call('POST', '/auth/second-factor/confirm', { code })).status).toBe(200);

    const elsewhere = await (await browser.newContext()).newPage();
    elsewhere.setDefaultTimeout(20_000);
    await elsewhere.goto(`${server.url}/login`);
    await signInByForm(elsewhere, TEST_ADMIN);
    await expect(elsewhere.getByText('Enter the code')).toBeVisible();
    // Without --now the password alone is new.
    expect(await admin(folder.dataDir, 'reset', TEST_ADMIN.username)).toContain('stays on');
    const output = await admin(folder.dataDir, 'reset', TEST_ADMIN.username, '--now');
    expect(output).toContain('Two-factor authentication is off now');
    // Whoever has the phone is out at once.
    await expect(page).toHaveURL(/\/login/);

    const link = /\/reset-password#\S+/.exec(output)?.[0];
    await elsewhere.goto(`${server.url}${link}`);
    for (const name of ['New password', 'Confirm new password'])
      await elsewhere.getByRole('textbox', { name, exact: true }).fill('found again at last');
    await elsewhere.keyboard.press('Enter');
    await expect(elsewhere.getByRole('heading', { name: hello })).toBeVisible();
    await elsewhere.goto(`${server.url}/settings`);
    await expect(elsewhere.getByRole('button', { name: 'Set up' })).toBeVisible();
  } finally {
    await server.kill('SIGTERM');
    await folder.remove();
  }
});
