import { defineConfig } from 'vitest/config';

/** Unit tests (in tests/server named *.unit.test.ts) need no database and no models; integration tests use both. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'tests/{architecture,ml,client,scripts}/**/*.test.{ts,tsx}',
            'tests/server/**/*.unit.test.ts',
          ],
          environment: 'node',
          // Decoder processes and models start slowly on a busy machine; a hang is still a failure.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/{server,faults}/**/*.test.ts'],
          exclude: ['**/*.unit.test.ts'],
          environment: 'node',
          globalSetup: './tests/support/prepare-template.ts',
          // Many of these wait for processes of their own: with three workers two cores were busy for three fifths of the time.
          maxWorkers: 4,
          // Modules are loaded once by each worker: a fifth of the processor time of all these tests.
          isolate: false,
          execArgv: [],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
