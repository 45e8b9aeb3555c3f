import { defineConfig } from 'vitest/config';
import { codeFolder } from './tests/support/test-settings.ts';
import { NIGHTLY } from './tests/support/thoroughness.ts';
import { textFiles } from './vite.config.ts';

// For workers and the programs that tests start: decoders need half the processor time for their start, servers five sixths.
process.env.NODE_COMPILE_CACHE ??= codeFolder();

/** Without a page. Decoder processes and models start slowly on a busy machine; a hang is still a failure. */
const unit = { environment: 'node', testTimeout: 60_000 };

/** The client in a simulated page. */
const component = {
  environment: 'happy-dom',
  setupFiles: './tests/components/support/setup.ts',
  testTimeout: 60_000,
};

/**
 * Unit tests (in tests/server named *.unit.test.ts) need no database and no models; integration tests use both. Component
 * tests render the client in a simulated page, beside a simulated server; in tests/components/alone, each file in one that no
 * other has used. Unit tests share their processes but for those named *.alone.*, which replace modules or count what the store of the
 * browser has, and those of ml, where decoders forbid sharp formats for good.
 */
export default defineConfig({
  test: {
    // Many wait for processes of their own: with three workers two cores were busy for three fifths of the time.
    maxWorkers: 4,
    tags: [
      { name: 'long', description: 'Left to `npm run test:full`: files that take more than five seconds.' },
    ],
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit',
          include: [
            'tests/{architecture,client,scripts}/**/!(*.alone).test.{ts,tsx}',
            'tests/server/**/!(*.alone).unit.test.ts',
          ],
          // A process for each file takes a fifth of a second, as much as many of these tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit-alone',
          include: [
            'tests/ml/**/*.test.ts',
            'tests/client/**/*.alone.test.ts',
            'tests/server/**/*.alone.unit.test.ts',
          ],
        },
      },
      {
        extends: true,
        plugins: [textFiles()],
        test: {
          ...component,
          name: 'component',
          include: ['tests/components/*.test.{ts,tsx}'],
          // Modules of client and server are loaded once by each worker: more than half of the processor time of these tests.
          isolate: false,
        },
      },
      {
        extends: true,
        plugins: [textFiles()],
        test: { ...component, name: 'component-alone', include: ['tests/components/alone/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          // Not `exclude`: a project that has one heeds none of the command line, by which `npm test` leaves out long files.
          include: [`tests/{server,faults${NIGHTLY ? ',nightly,foreign' : ''}}/**/!(*.unit).test.ts`],
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
