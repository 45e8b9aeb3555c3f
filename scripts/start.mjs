/**
 * Runs every command of this project (see "scripts" in package.json). It needs nothing but Node 20 and npm: it installs
 * what the lockfile names, picks a Node that is new enough, and runs the command with that Node.
 */
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuiltForServer, ensureClientBuilt } from './launch/build-client.mjs';
import { develop } from './launch/develop.mjs';
import { ensureBrowser } from './launch/find-browser.mjs';
import { ensureInstalled } from './launch/install.mjs';
import { exitCodeOf, runProcess } from './launch/run-process.mjs';
import {
  findRuntime,
  RUNTIME_FLAGS,
  requireBootstrapVersion,
  runtimeEnvironment,
} from './launch/runtime.mjs';
import { serve } from './launch/serve.mjs';
import { LaunchError, printError, printLine } from './launch/terminal.mjs';
import { closingLines, slowestLines } from './launch/test-reports.mjs';
import {
  CHANGED,
  haveChanged,
  quickFilters,
  runChecks,
  runPlaywright,
  runVitest,
} from './launch/test-runs.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const USAGE =
  'start | dev | demo | build | test[:full|:all] [unit|component|integration|browser] [--changed] [filter …] | browsers [webkit|firefox] | check | bench | screenshots | run <file.ts> [argument …]';

async function main([command = 'start', ...args]) {
  requireBootstrapVersion();
  if (!(command in commands)) throw new LaunchError(`Unknown command "${command}". Known: ${USAGE}`);
  await ensureInstalled(root, tierOf(command, args));
  return commands[command](findRuntime(root), args);
}

/** The packages that a command needs, see install.mjs. */
function tierOf(command, [file = '']) {
  if (command === 'bench') return 'bench';
  const isTool = /^(test|check|screenshots|browsers|demo)/.test(command);
  return isTool || (command === 'run' && /^(scripts|tests)\//.test(file)) ? 'test' : 'run';
}

const commands = {
  async start(runtime) {
    await ensureBuiltForServer(root, runtime);
    return serve(root, runtime);
  },
  dev: (runtime) => develop(root, runtime),
  async demo(runtime, args) {
    await ensureClientBuilt(root, runtime);
    const seeded = await runFile(runtime, 'scripts/demo/demo.ts', args);
    return seeded === 0 ? serve(root, runtime) : seeded;
  },
  async build(runtime) {
    await ensureBuiltForServer(root, runtime);
    return 0;
  },
  bench: (runtime, args) => runWithBrowser(runtime, 'scripts/bench/bench.ts', args),
  screenshots: (runtime, args) => runWithBrowser(runtime, 'tests/e2e/screenshots.ts', args),
  async browsers(runtime, args) {
    await ensureClientBuilt(root, runtime);
    return runFile(runtime, 'tests/browsers/run.ts', args);
  },
  check: async (runtime) => (await runChecks(root, runtime)).failures.length,
  run(runtime, [file, ...args]) {
    if (!file) throw new LaunchError('Which file? run <file.ts> [argument …]');
    return runFile(runtime, file, args);
  },
  'test:all': (runtime, args) => {
    process.env.CLUBLENS_TEST_ALL = '1'; // read in tests/support/thoroughness.ts
    return args.length === 0 ? commands['test:full'](runtime, args) : commands.test(runtime, args);
  },
  'test:full': (runtime, args) => testEverything(runtime, args, args),
  async test(runtime, args) {
    if (args.length === 0) {
      const quick = quickFilters(root);
      return testEverything(runtime, quick.vitest, quick.browser);
    }
    const [suite, ...filters] = args;
    if (suite in suites) return report([await suites[suite](runtime, filters)]);
    return testEverything(runtime, args, args);
  },
};

async function testEverything(runtime, filters, browserFilters) {
  return report([
    await runChecks(root, runtime),
    await runVitest(root, runtime, [], filters),
    await suites.browser(runtime, browserFilters),
  ]);
}

const suites = {
  unit: (runtime, filters) => runVitest(root, runtime, ['unit*'], filters),
  component: (runtime, filters) => runVitest(root, runtime, ['component*'], filters),
  integration: (runtime, filters) => runVitest(root, runtime, ['integration'], filters),
  async browser(runtime, filters) {
    if (filters.includes(CHANGED) && !haveChanged(root, 'tests/e2e', 'tests/support')) {
      printLine('No file of the browser tests has changed: none is run.');
      return { passed: 0, failures: [], files: [], cases: [] };
    }
    await ensureClientBuilt(root, runtime);
    return runPlaywright(root, runtime, filters);
  },
};

/** Runs a file that starts the built product and may open it in a real browser. */
async function runWithBrowser(runtime, file, args) {
  await ensureBuiltForServer(root, runtime);
  process.env.CHROMIUM_PATH = ensureBrowser(root, runtime);
  return runFile(runtime, file, args);
}

async function runFile(runtime, file, args) {
  if (!existsSync(join(root, file))) throw new LaunchError(`There is no ${file} here.`);
  const env = runtimeEnvironment(runtime);
  const end = await runProcess(runtime, [...RUNTIME_FLAGS, file, ...args], { cwd: root, env });
  return exitCodeOf(end, constants.signals);
}

function report(results) {
  printLine('');
  for (const line of [...slowestLines(results), ...closingLines(results)]) printLine(line);
  return results.every(({ failures }) => failures.length === 0) ? 0 : 1;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    printError(error instanceof LaunchError ? `Clublens: ${error.message}` : String(error?.stack ?? error));
    process.exit(1);
  },
);
