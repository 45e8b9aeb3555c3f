import { readFileSync } from 'node:fs';
import { type Browser, expect, type Page } from '@playwright/test';
import { NIGHTLY, ONLY_IN_ALL } from '#tests/support/thoroughness.ts';
import { accessibilityViolations } from './support/accessibility.ts';
import { signInAs } from './support/browser.ts';
import { adminScreens, memberScreens, publicScreens, type Screen, show } from './support/screens.ts';
import { type SeededClub, seededClub } from './support/seeded-club.ts';
import { test } from './support/test.ts';
import { adminUser, signIn, type TestUser } from './support/test-data.ts';

/**
 * Checks every screen against WCAG 2.2 AA and its texts against the translations. German and dark for
 * administrators, English and light for members, so that both themes and languages are covered.
 */
type Language = 'en' | 'de';
type Scheme = 'light' | 'dark';
let things: SeededClub;

// The walks are long: both workers take them.
test.describe.configure({ mode: 'parallel' });

test.beforeAll(async () => {
  things = await seededClub();
});

async function walk(
  browser: Browser,
  screens: Screen[],
  who: TestUser | null,
  language: Language,
  scheme: Scheme,
) {
  const context = await browser.newContext({
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: language,
  });
  if (who) await signInAs(context, who, language);
  const page = await context.newPage();
  const objections: string[] = [];
  for (const screen of screens) {
    await show(page, screen);
    const at = `${screen.name} (${language}, ${scheme})`;
    for (const violation of await accessibilityViolations(page)) objections.push(`${at}: ${violation}`);
    for (const caption of await page.evaluate(tablesCutOff)) objections.push(`${at}: cut off: ${caption}`);
    for (const word of await foreignWords(page, language)) objections.push(`${at}: untranslated: ${word}`);
  }
  await context.close();
  expect(objections).toEqual([]);
}

/** Runs in the page: tables wider than the place they have, so that their last column is out of sight. */
const tablesCutOff = () =>
  [...document.querySelectorAll('table')]
    .filter((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0))
    .map((table) => table.caption?.textContent ?? 'a table');

test('public screens', async ({ browser }) => {
  if (NIGHTLY) await walk(browser, publicScreens(things), null, 'en', 'light');
  await walk(browser, publicScreens(things), null, 'de', 'dark');
});

test('screens of a member', async ({ browser }) => {
  test.setTimeout(300_000);
  const member = await signIn(things.member.username);
  await walk(browser, memberScreens(things), member, 'en', 'dark');
  if (NIGHTLY) await walk(browser, memberScreens(things), member, 'de', 'light');
});

test('screens of an administrator, in English', { tag: ONLY_IN_ALL }, async ({ browser }) => {
  test.setTimeout(300_000);
  await walk(browser, adminScreens(things), await adminUser(), 'en', 'light');
});

test('screens of an administrator, in German', { tag: ONLY_IN_ALL }, async ({ browser }) => {
  test.setTimeout(300_000);
  await walk(browser, adminScreens(things), await adminUser(), 'de', 'dark');
});

const dictionary = (language: Language): Map<string, string> => {
  const file = new URL(`../../client/i18n/${language}.json`, import.meta.url);
  const flat = new Map<string, string>();
  const collect = (tree: object, path: string) => {
    for (const [key, value] of Object.entries(tree))
      typeof value === 'string' ? flat.set(path + key, value) : collect(value, `${path}${key}.`);
  };
  collect(JSON.parse(readFileSync(file, 'utf8')), '');
  return flat;
};
const en = dictionary('en');
const de = dictionary('de');
const german = new Set(de.values());
const englishOnly = new Set([...en.values()].filter((text) => /\p{L}{4}/u.test(text) && !german.has(text)));
const keys = new Set([...en.keys()].filter((key) => key.includes('.')));

/** Untranslated keys, and English sentences on German pages. */
async function foreignWords(page: Page, language: Language): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const seen: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) seen.push(node.textContent ?? '');
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title']) seen.push(element.getAttribute(name) ?? '');
    return seen.map((text) => text.trim()).filter(Boolean);
  });
  return [...new Set(texts)].filter(
    (text) => keys.has(text) || /\{\{\w+\}\}/.test(text) || (language === 'de' && englishOnly.has(text)),
  );
}
