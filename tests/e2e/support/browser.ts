import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { serverUrl } from './server-url.ts';
import type { TestUser } from './test-data.ts';

let signIns = 0;

/** Stores a session in the browser, as the sign-in page would. */
export async function signInAs(
  context: BrowserContext,
  who: TestUser,
  language: 'en' | 'de' = 'en',
): Promise<void> {
  const url = serverUrl();
  await context.addCookies([
    { name: 'clublens_session', value: who.session.access_token, url, httpOnly: true, sameSite: 'Strict' },
  ]);
  signIns += 1;
  // Once, before the next page of the server is loaded; what the app stores later stays.
  await context.addInitScript(
    ([origin, done, session, chosen]) => {
      if (location.origin !== origin || localStorage.getItem(done)) return;
      localStorage.setItem(done, 'yes');
      localStorage.setItem('access_token', session.access_token);
      localStorage.setItem('refresh_token', session.refresh_token);
      localStorage.setItem('language', chosen);
    },
    [new URL(url).origin, `test-sign-in-${signIns}`, who.session, language] as const,
  );
}

export async function signInByForm(page: Page, who: { username: string; password: string }): Promise<void> {
  await page.getByLabel('Username or email').fill(who.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(who.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Replaces the server's answer to one procedure, also within a batch. */
export const replaceAnswer = (
  context: BrowserContext,
  procedure: string,
  answer: (fromServer: unknown) => unknown,
): Promise<void> => replaceAnswers(context, { [procedure]: answer });

/** The same of several procedures, which may come in one request. */
export async function replaceAnswers(
  context: BrowserContext,
  answers: Record<string, (fromServer: unknown) => unknown>,
): Promise<void> {
  await context.route('**/trpc/**', async (route) => {
    const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
    if (!names.some((name) => answers[name])) return route.fallback();
    const response = await route.fetch();
    const body = await response.json();
    names.forEach((name, at) => {
      const answer = answers[name];
      if (answer) body[at] = { result: { data: answer(body[at]?.result?.data) } };
    });
    return route.fulfill({ response, json: body });
  });
}

/**
 * Presses one of the buttons that a photo shows while the pointer or the focus is on it. The focus brings them out:
 * where the page still moves, the pointer would lose the photo.
 */
export async function pressOnPhoto(photo: Locator, button: Locator): Promise<void> {
  await photo.page().mouse.move(0, 0);
  await photo.blur();
  await photo.focus();
  await button.click();
}

export const toast = (page: Page, text: string | RegExp) => expect(page.getByText(text)).toBeVisible();

/** Scrolls an element to the lower end of what a phone shows of the page: just above the bar with the navigation. */
export async function scrollAboveNavigation(element: Locator): Promise<void> {
  await element.evaluate((shown) => {
    const bar = document.querySelector('[data-sticky-bar="end"]');
    const edge = bar ? bar.getBoundingClientRect().top : window.innerHeight;
    window.scrollBy({ top: shown.getBoundingClientRect().bottom - edge + 4, behavior: 'instant' });
  });
}

/** Nothing lies on the upper and the lower edge of an element, which is in view. */
export async function expectUncovered(element: Locator): Promise<void> {
  const { top, bottom } = await element.evaluate((shown) => {
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    const seen = (y: number) => shown.contains(document.elementFromPoint((left + right) / 2, y));
    return { top: seen(top + 3), bottom: seen(bottom - 3) };
  });
  expect({ top, bottom }).toEqual({ top: true, bottom: true });
}

/** With LOOK=<folder>: keeps a picture of the whole page there, for people to look at. */
export async function look(page: Page, name: string): Promise<void> {
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/${name}.png`, fullPage: true });
}

/** The same on a phone and on a desktop, light and dark; the page is that of a phone afterwards. */
export async function lookEverywhere(page: Page, name: string): Promise<void> {
  if (!process.env.LOOK) return;
  const phone = 360;
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [phone, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 740 });
      await page.waitForTimeout(400);
      await look(page, `${name}-${colorScheme}-${width}`);
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: phone, height: 740 });
}
