import { defineConfig } from 'vitest/config';

/** Unit tests need no database and no models; integration tests use both, for real. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/{architecture,contract,ml,client,unit}/**/*.test.{ts,tsx}'],
          environment: 'node',
          // Decoder processes and models start slowly on a busy machine; a hang is still a failure.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/{server,rest,jobs,faults}/**/*.test.ts'],
          environment: 'node',
          globalSetup: './tests/support/prepare-template.ts',
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
