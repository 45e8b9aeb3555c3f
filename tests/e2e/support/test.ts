import { test as base } from '@playwright/test';

/**
 * Playwright's test, after which handlers of routes that are still at work may fail: a screen asks by itself every few
 * seconds, and the answer that such a handler waits for goes away with the browser context.
 */
export const test = base.extend<{ unroutedAtEnd: undefined }>({
  unroutedAtEnd: [
    async ({ browser, context: _closedAfterThis }, use) => {
      await use(undefined);
      for (const context of browser.contexts()) {
        await context.unrouteAll({ behavior: 'ignoreErrors' });
        for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    },
    { auto: true },
  ],
});
