import { expect, type Page } from '@playwright/test';
import { ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { signInAs } from './support/browser.ts';
import { test } from './support/test.ts';
import { newGallery, newUser } from './support/test-data.ts';

/** A restarting or busy server and a bad connection never end a session; only a refused token does. */

const away = /^The server cannot be reached right now\./;
const hello = (page: Page) => page.getByRole('heading', { name: /^Hello/ });
const signInPage = (page: Page) => page.getByRole('button', { name: 'Sign In' });
const refreshToken = (page: Page) => page.evaluate(() => localStorage.getItem('refresh_token'));

/** An invalid access token with a given expiry. */
const accessTokenUntil = (seconds: number) =>
  `h.${Buffer.from(JSON.stringify({ exp: seconds })).toString('base64url')}.s`;
const past = accessTokenUntil(1_000);
const future = accessTokenUntil(4_000_000_000);

async function putAccessToken(page: Page, token: string) {
  await page.goto('/favicon.svg');
  await page.evaluate((value) => localStorage.setItem('access_token', value), token);
}

const failures = {
  'an error of the server': { status: 500, json: { success: false, code: 'unexpected' } },
  'the page of a proxy': { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
  'a page in place of the answer': { status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' },
};

for (const [name, answer] of Object.entries(failures))
  test(`${name} at the start shows that the server is away, and the page comes by itself`, {
    tag: ONLY_IN_ALL,
  }, async ({ page, context }) => {
    await signInAs(context, await newUser());
    await page.clock.install();
    await page.route('**/api/auth/me', (route) => route.fulfill(answer));
    await page.goto('/');
    await expect(page.getByText(away)).toBeVisible();
    await expect(signInPage(page)).toHaveCount(0);
    await page.unrouteAll();
    await page.clock.runFor(4_000);
    await expect(hello(page)).toBeVisible();
  });

for (const status of [408, 429, 500, 503])
  test(`a renewal answered with ${status} keeps the session`, { tag: ONLY_IN_ALL }, async ({
    page,
    context,
  }) => {
    await signInAs(context, await newUser());
    await putAccessToken(page, past);
    const kept = await refreshToken(page);
    await page.clock.install();
    await page.route('**/api/auth/refresh', (route) =>
      route.fulfill({ status, json: { success: false, code: 'too_many_requests' } }),
    );
    await page.goto('/');
    await expect(page.getByText(away)).toBeVisible();
    expect(await refreshToken(page)).toBe(kept);
    await page.unrouteAll();
    await page.clock.runFor(4_000);
    await expect(hello(page)).toBeVisible();
  });

test('a refused renewal ends the session', { tag: ONLY_IN_ALL }, async ({ page, context }) => {
  await signInAs(context, await newUser());
  await putAccessToken(page, past);
  await page.evaluate(() => localStorage.setItem('refresh_token', 'unknown'));
  await page.goto('/');
  await expect(signInPage(page)).toBeVisible();
  expect(await refreshToken(page)).toBeNull();
});

test('an access token that ended by the clock of the server alone is renewed, at the start and later', async ({
  page,
  context,
}) => {
  await signInAs(context, await newUser());
  await putAccessToken(page, future);
  await page.goto('/');
  await expect(hello(page)).toBeVisible();
  await page.evaluate((value) => localStorage.setItem('access_token', value), future);
  await page.getByRole('link', { name: 'Clubs', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clubs' })).toBeVisible();
  // A call for certain: what the page shows first may be known already.
  await page.getByRole('searchbox').fill('TSV');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).not.toBe(future);
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(signInPage(page)).toHaveCount(0);
});

test('a call is not sent with an ended token while it cannot be renewed', { tag: ONLY_IN_ALL }, async ({
  page,
  context,
}) => {
  const gallery = await newGallery({ photographer: await newUser('photographer') });
  await signInAs(context, await newUser());
  await page.goto('/');
  await expect(hello(page)).toBeVisible();
  await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 503, body: 'restarting' }));
  await page.evaluate((value) => localStorage.setItem('access_token', value), past);
  const renewal = page.waitForResponse('**/api/auth/refresh');
  await page.getByRole('link', { name: 'Galleries', exact: true }).first().click();
  await renewal;
  await expect(page.getByRole('heading', { level: 1, name: 'Galleries' })).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByRole('link', { name: gallery.name })).toBeVisible();
  await expect(signInPage(page)).toHaveCount(0);
});
