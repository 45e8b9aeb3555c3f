import { defineConfig } from '@playwright/test';

/**
 * Browser tests run against the real server and the built client. `npm run test:browser` builds the client and finds
 * a Chromium first; tests/e2e/global-setup.ts starts the server on a free port with an empty data folder.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results',
  // Two cores are shared by the server, its face workers and the browser.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  retries: 0,
  use: {
    baseURL: process.env.CLUBLENS_E2E_URL,
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH },
  },
});
