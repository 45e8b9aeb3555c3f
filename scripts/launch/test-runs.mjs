import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './find-browser.mjs';
import { runProcess } from './run-process.mjs';
import { runtimeEnvironment } from './runtime.mjs';
import { printError } from './terminal.mjs';
import { readPlaywrightReport, readVitestReport } from './test-reports.mjs';

/** Only files that have changed, and those they concern, are looked at again: 3 seconds instead of 50. */
const typesOf = (project, name) => [
  'node_modules/typescript/bin/tsc',
  ...['--project', project, '--incremental', '--tsBuildInfoFile', `node_modules/.cache/types/${name}.json`],
];

/** Two rows that run beside each other: the first two tools use one core. */
const TOOLS = [
  {
    'module boundaries': ['tests/architecture/check-module-boundaries.ts'],
    'files and exports': ['node_modules/knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'],
    biome: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'],
  },
  {
    'types of the server': typesOf('.', 'server'),
    'types of client and tests': typesOf('tests', 'tests'),
  },
];

/**
 * What `npm test` leaves to `npm run test:full`: files with `@module-tag long` (tests/support/thoroughness.ts), and browser cases that are
 * no `ROAD`. Vitest's filter of tags would load each of these files, with all that it imports, to skip its cases.
 */
export const quickFilters = (root) => ({
  vitest: longFiles(root).map((file) => `--exclude=${file}`),
  browser: ['--grep=@road'],
});

const longFiles = (root) =>
  readdirSync(join(root, 'tests'), { recursive: true })
    .map((file) => join('tests', file))
    .filter(
      (file) => /\.tsx?$/.test(file) && readFileSync(join(root, file), 'utf8').includes('@module-tag long'),
    );

/** Among the filters: only tests that import a file that has changed since the branch left `main`. */
export const CHANGED = '--changed';

/** Format, lint, module boundaries, files and exports that nothing uses, and types. Returns the tools that objected. */
export async function runChecks(root, runtime) {
  const failures = [];
  const runRow = async (tools) => {
    for (const [name, [script, ...args]] of Object.entries(tools)) {
      const result = await runTool(root, runtime, script, args);
      if (result.code === 0) continue;
      printError(`${name}: not clean`);
      failures.push(`${name}: not clean`);
    }
  };
  await Promise.all(TOOLS.map(runRow));
  return { passed: 0, failures, files: [], cases: [] };
}

/** Runs these Vitest projects beside each other, all where none is named, and returns what their common report counted. */
export function runVitest(root, runtime, projects, filters) {
  return withReport(async (report) => {
    const args = [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ];
    args.push(...chosen(root, filters, '--changed', '--passWithNoTests'));
    const result = await runTool(root, runtime, 'node_modules/vitest/vitest.mjs', args);
    return { ok: result.code === 0, read: (json) => readVitestReport(json, root) };
  });
}

/** Runs the browser tests against the built client and the real server. */
export async function runPlaywright(root, runtime, filters) {
  const browser = ensureBrowser(root, runtime);
  return withReport(async (report) => {
    const extra = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    const options = chosen(root, filters, '--only-changed', '--pass-with-no-tests');
    const args = ['test', '--reporter=list,json', ...options];
    const result = await runTool(root, runtime, 'node_modules/@playwright/test/cli.js', args, extra);
    return { ok: result.code === 0, read: readPlaywrightReport };
  });
}

/** The filters as a runner understands them. */
function chosen(root, filters, option, mayBeNone) {
  const replace = (filter) => (filter === CHANGED ? [`${option}=${leftMainAt(root)}`, mayBeNone] : [filter]);
  return filters.flatMap(replace);
}

/** Whether a file below these has changed since the branch left `main`, or is not committed. */
export function haveChanged(root, ...paths) {
  const changed = git(root, 'diff', '--name-only', leftMainAt(root), '--', ...paths);
  return (changed || git(root, 'ls-files', '--others', '--exclude-standard', '--', ...paths)) !== '';
}

const leftMainAt = (root) =>
  git(root, 'merge-base', 'HEAD', 'main') || git(root, 'merge-base', 'HEAD', 'origin/main') || 'HEAD';

const git = (cwd, ...args) => spawnSync('git', args, { cwd, encoding: 'utf8' }).stdout?.trim() ?? '';

function runTool(root, runtime, script, args, extra = {}) {
  const path = join(root, script);
  return runProcess(runtime, [path, ...args], { cwd: root, env: runtimeEnvironment(runtime, extra) });
}

/** A runner that fails outside its tests, or leaves no report, counts as one failure. */
async function withReport(run) {
  const folder = mkdtempSync(join(tmpdir(), 'clublens-report-'));
  const path = join(folder, 'report.json');
  try {
    const { ok, read } = await run(path);
    const { failures, ...counted } = read(JSON.parse(readFileSync(path, 'utf8')));
    if (!ok && failures.length === 0)
      failures.push('the test runner, outside its tests; its error stands above');
    return { failures, ...counted };
  } catch (error) {
    const failures = [`the test runner left no report: ${error.message}`];
    return { passed: 0, failures, files: [], cases: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
