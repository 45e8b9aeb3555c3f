import { defineConfig } from 'vitest/config';
import { THOROUGH } from './tests/support/thoroughness.ts';
import { textFiles } from './vite.config.ts';

/**
 * Unit tests (in tests/server named *.unit.test.ts) need no database and no models; integration tests use both. Component
 * tests render the client in a simulated page, beside a simulated server.
 */
export default defineConfig({
  test: {
    // Many wait for processes of their own: with three workers two cores were busy for three fifths of the time.
    maxWorkers: 4,
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
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        plugins: [textFiles()],
        test: {
          name: 'component',
          include: ['tests/components/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: './tests/components/support/setup.ts',
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: [`tests/{server,faults${THOROUGH ? ',nightly' : ''}}/**/*.test.ts`],
          exclude: ['**/*.unit.test.ts'],
          environment: 'node',
          globalSetup: './tests/support/prepare-template.ts',
          // Modules are loaded once by each worker: a fifth of the processor time of all these tests.
          isolate: false,
          execArgv: [],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
