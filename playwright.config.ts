import { defineConfig } from '@playwright/test';
import { findServerUrl } from './tests/e2e/support/server-url.ts';
import { codeFolder } from './tests/support/test-settings.ts';
import { NIGHTLY, ONLY_IN_ALL } from './tests/support/thoroughness.ts';

/** Begun first, so that no worker ends a minute after the others. */
const LONGEST = /(roads|upload-to-people|slip-to-photos)\.spec\.ts$/;

process.env.NODE_COMPILE_CACHE ??= codeFolder(); // for the servers, as in vitest.config.ts

/**
 * Browser tests run against the real server and the built client. `npm run test:browser` builds the client and finds
 * a Chromium first; tests/e2e/global-setup.ts starts a server for each worker, on a free port with an empty data folder.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  projects: [
    { name: 'long', testMatch: LONGEST },
    { name: 'other', testMatch: '**/*.spec.ts', testIgnore: LONGEST },
  ],
  globalSetup: './tests/e2e/global-setup.ts',
  ...(!NIGHTLY && { grepInvert: new RegExp(ONLY_IN_ALL) }),
  outputDir: 'test-results',
  // On two cores: a test with its server, face workers and browser keeps about two fifths of one busy, but half of that by fits.
  workers: 3,
  // A hang is a failure; a busy machine takes three times as long.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  retries: 0,
  use: {
    baseURL: findServerUrl(),
    locale: 'en-GB',
    // With one, requests could not be answered by a test; those about it allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Without the pictures of every step: they, and then the rest of the trace, are a fifth of the processor time each.
    trace: NIGHTLY ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH },
  },
});
