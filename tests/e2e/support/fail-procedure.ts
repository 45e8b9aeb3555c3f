import type { Page } from '@playwright/test';

const data = { code: 'unexpected', httpStatus: 500, http_status: 500 };
const error = { message: 'Something went wrong', code: -32603, data };

/** Makes calls of a page to this procedure fail with an HTTP 500 or without any answer. */
export async function failProcedure(
  page: Page,
  procedure: string,
  how: 'server' | 'network' = 'server',
): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith('/trpc/') && url.pathname.includes(procedure),
    async (route) => {
      if (how === 'network') return route.abort();
      // Calls are batched; only this procedure fails.
      const names = new URL(route.request().url()).pathname.replace('/trpc/', '').split(',');
      const reading = route.request().method() === 'GET';
      const answers = reading ? ((await (await route.fetch()).json()) as unknown[]) : [];
      return route.fulfill({
        status: 207,
        json: names.map((name, index) => (name === procedure ? { error } : answers[index])),
      });
    },
  );
}
