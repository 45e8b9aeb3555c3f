import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { NIGHTLY } from '#tests/support/thoroughness.ts';

const wcag22AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * What the page breaks of WCAG 2.2 AA, as far as axe can tell: one line for each element, at most three for each rule.
 * Legacy mode leaves out what axe does for pages with frames, of which there are none: a third of its time.
 * @param within a selector; without it the whole page. Below a sheet axe takes covered buttons for small ones
 */
export async function accessibilityViolations(page: Page, within = 'html'): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .include(within)
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(wcag22AA)
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map((node) => `${id}: ${node.target.join(' ')}: ${node.html}`),
  );
}

/** Of the states that a flow goes through: by `npm run test:all`. `npm run test:full` looks at the screens of a11y.spec.ts. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  if (!NIGHTLY) return;
  expect(await accessibilityViolations(page, within)).toEqual([]);
}

/** Nothing is wider than the screen, so that a phone never scrolls sideways. */
export async function expectFitsWidth(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
}
