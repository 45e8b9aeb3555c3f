import { type BrowserContext, expect, type Page } from '@playwright/test';
import { freePort } from '#scripts/support/free-port.ts';
import { startHttpsProxy } from '#tests/support/https-proxy.ts';
import { preparedDataDir, startServer, TEST_ADMIN } from '#tests/support/server-process.ts';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { signInByForm } from './support/browser.ts';
import { test } from './support/test.ts';

test.use({ ignoreHTTPSErrors: true });

const refreshCookie = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === '__Host-clublens_refresh');
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const hello = (page: Page) => page.getByRole('heading', { name: /^Hello/ });
/** As it is after fifteen minutes. */
const expire = (page: Page) =>
  page.evaluate(
    (token) => {
      localStorage.setItem('access_token', token);
    },
    `h.${btoa(JSON.stringify({ exp: 1_000 }))}.s`,
  );

test('over https the refresh token is in a cookie; tabs renew with it, and signing out removes it', {
  tag: ONLY_IN_ALL,
}, async ({ context, page }) => {
  const [port, httpsPort] = [await freePort(), await freePort()];
  const proxy = startHttpsProxy(`http://127.0.0.1:${port}`, httpsPort);
  test.skip(!proxy, 'there is no openssl');
  if (!proxy) return;
  const { dataDir, remove } = await preparedDataDir();
  const env = { DATABASE_URL: '', FACE_WORKERS: '1', TRUST_PROXY: '1' };
  const server = await startServer({ dataDir, port, until: '/healthz', env });
  try {
    await page.goto(`${proxy.url}/login`);
    await signInByForm(page, TEST_ADMIN);
    await expect(hello(page)).toBeVisible();
    const first = await refreshCookie(context);
    expect(first).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
    expect(await stored(page, 'refresh_token')).toBeNull();
    expect(await stored(page, 'access_token')).toMatch(/^ey/);

    const second = await context.newPage();
    await second.goto(proxy.url);
    await expect(hello(second)).toBeVisible();
    await expire(page);
    await Promise.all([page.reload(), second.reload()]);
    for (const tab of [page, second]) await expect(hello(tab)).toBeVisible();
    expect((await refreshCookie(context))?.value).not.toBe(first?.value);

    // One from before moves over.
    const before = await refreshCookie(context);
    await context.clearCookies({ name: '__Host-clublens_refresh' });
    await page.evaluate((token) => localStorage.setItem('refresh_token', token), before?.value ?? '');
    await expire(page);
    await page.reload();
    await expect(hello(page)).toBeVisible();
    expect(await stored(page, 'refresh_token')).toBeNull();
    expect(await refreshCookie(context)).toBeDefined();

    // A sign-out that the server does not hear leaves the cookie until it does.
    await second.close();
    await context.route('**/auth.logout*', (route) => route.abort());
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await context.unroute('**/auth.logout*');
    await page.reload();
    await expect.poll(() => refreshCookie(context)).toBeUndefined();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  } finally {
    proxy.close();
    await server.kill('SIGTERM');
    await remove();
  }
});
