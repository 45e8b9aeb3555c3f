import { expect, type Page } from '@playwright/test';
import { freePort } from '#scripts/support/free-port.ts';
import { startHttpsProxy } from '#tests/support/https-proxy.ts';
import {
  preparedDataDir,
  type ServerProcess,
  startServer,
  TEST_ADMIN,
} from '#tests/support/server-process.ts';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { signInByForm, toast } from './support/browser.ts';
import { withDevice, withoutAutofill } from './support/passkeys.ts';
import { test } from './support/test.ts';

const [port, httpsPort] = [await freePort(), await freePort()];
/** Names that never leave this machine. */
const [before, after] = ['https://photos.old-club.example', 'https://photos.new-club.example'];
test.use({
  ignoreHTTPSErrors: true,
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH,
    args: [
      '--ignore-certificate-errors',
      `--host-resolver-rules=${[before, after].map((address) => `MAP ${new URL(address).host}:443 127.0.0.1:${httpsPort}`).join(', ')}`,
    ],
  },
});

const hello = (page: Page) => page.getByRole('heading', { name: /^Hello/ });
const section = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Passkeys' }) });
async function signInByPasskey(page: Page, address: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${address}/login`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${address}/login`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
}

test('over https a passkey is added and signs in; after a move it signs in as long as the former address is named', {
  tag: ONLY_IN_ALL,
}, async ({ page }) => {
  const proxy = startHttpsProxy(`http://127.0.0.1:${port}`, httpsPort);
  test.skip(!proxy, 'there is no openssl');
  const { dataDir, remove } = await preparedDataDir();
  let server: ServerProcess | undefined;
  const serveAt = async (addresses: Record<string, string>) => {
    await server?.kill('SIGTERM');
    const env = { DATABASE_URL: '', FACE_WORKERS: '1', TRUST_PROXY: '1', ...addresses };
    server = await startServer({ dataDir, port, until: '/healthz', env });
  };
  try {
    await serveAt({ PUBLIC_URL: before });
    await withoutAutofill(page);
    await withDevice(page);
    await page.goto(`${before}/login`);
    await signInByForm(page, TEST_ADMIN);
    await expect(hello(page)).toBeVisible();
    await page.goto(`${before}/settings`);
    await section(page).getByRole('button', { name: 'Add a passkey' }).click();
    await toast(page, 'Passkey added. Everywhere else you were signed out.');
    await signInByPasskey(page, before);
    await expect(hello(page)).toBeVisible();

    await serveAt({ PUBLIC_URL: after, PUBLIC_URL_BEFORE: before });
    await signInByPasskey(page, after);
    await expect(hello(page)).toBeVisible();
    await page.goto(`${after}/settings`);
    await expect(section(page).getByRole('listitem')).toHaveCount(1);
    await expect(section(page).getByText('not for this one')).toHaveCount(0);

    // Named no more, it is one of the former address, which the password lets its owner remove.
    await serveAt({ PUBLIC_URL: after });
    await signInByPasskey(page, after);
    await expect(hello(page)).toBeHidden();
    await signInByForm(page, TEST_ADMIN);
    await expect(hello(page)).toBeVisible();
    await page.goto(`${after}/settings`);
    await expect(section(page).getByRole('listitem')).toContainText(
      `For the address ${new URL(before).host}, not for this one`,
    );
    await section(page)
      .getByRole('button', { name: /^Remove the passkey/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(section(page).getByRole('listitem')).toHaveCount(0);
  } finally {
    proxy?.close();
    await server?.kill('SIGTERM');
    await remove();
  }
});
