import { expect, type Page } from '@playwright/test';
import { freePort } from '#scripts/support/free-port.ts';
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
