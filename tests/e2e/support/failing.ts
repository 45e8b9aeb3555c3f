import type { Page } from '@playwright/test';

/** The calls of a page that hold this procedure fail: with the server's "something went wrong", or without any answer. */
export async function failing(
  page: Page,
  procedure: string,
  how: 'server' | 'network' = 'server',
): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith('/trpc/') && url.pathname.includes(procedure),
    (route) => {
      if (how === 'network') return route.abort();
      const calls = new URL(route.request().url()).pathname.split(',').length;
      const data = { code: 'unexpected', httpStatus: 500, http_status: 500 };
      const error = { message: 'Something went wrong', code: -32603, data };
      return route.fulfill({ status: 500, json: Array.from({ length: calls }, () => ({ error })) });
    },
  );
}
