import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { specifiersOf } from './imports-of.ts';

type Names = Record<string, string>;
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Names
>;
const namesIn = (path: string) =>
  Object.keys((JSON.parse(readFileSync(path, 'utf8')) as { devDependencies: Names }).devDependencies);
/** Installed for tests and tools, and for the bench alone: workspaces without code. */
const forTests = namesIn('tests/packages/package.json');
const forBench = namesIn('scripts/bench/packages/package.json');
const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { dev?: boolean }>;
};
/** What a server in production runs: no scripts, no client. */
const runtime = sourcesOf(['server', 'ml', 'migrations']).filter((file) => !file.includes('scripts'));
/** What runs without tests and tools: the server's commands, and the client and how it is built. */
const running = [
  ...sourcesOf(['server', 'ml']).filter((file) => file.includes('scripts')),
  ...sourcesOf(['client']),
  'vite.config.ts',
];
const tools = [...sourcesOf(['tests', 'scripts']), 'vitest.config.ts', 'playwright.config.ts'];
/** Named to pino as a string: its pretty printer is loaded by a worker thread of pino. */
const NAMED_ONLY = ['pino-pretty'];
/** Run as commands, needed by another package or by the compiler, or the weights of models (models/manifest.json). */
const TOOLS = [
  '@vladmandic/face-api',
  '@biomejs/biome',
  '@types/',
  'react-dom',
  'knip',
  'typescript',
  'vite',
  '@playwright/test',
  'playwright',
];

test('what the server imports is installed in production', () => {
  expect(runtime.length).toBeGreaterThan(100);
  expect(importedBy(runtime).filter((name) => !(name in manifest.dependencies))).toEqual([]);
});

test('what is installed in production is imported by the server', () => {
  const used = [...importedBy(runtime), ...NAMED_ONLY];
  for (const name of NAMED_ONLY)
    expect(runtime.some((file) => readFileSync(file, 'utf8').includes(`'${name}'`))).toBe(true);
  expect(Object.keys(manifest.dependencies).filter((name) => !used.includes(name))).toEqual([]);
});

test.each([
  ['to build the client and run commands', Object.keys(manifest.devDependencies), [...running, ...runtime]],
  ['for tests and tools', forTests, tools],
  ['for the bench', forBench, tools],
])('what is installed %s is named there or a tool', (_why, names, files) => {
  const used = namedIn(files);
  expect(names.length).toBeGreaterThan(1);
  expect(
    names.filter((name) => !used.includes(name) && !TOOLS.some((tool) => name.startsWith(tool))),
  ).toEqual([]);
});

test('what runs or is built imports nothing that is installed for tests', () => {
  const apart = [...forTests, ...forBench];
  expect(importedBy([...running, ...runtime]).filter((name) => apart.includes(name))).toEqual([]);
});

test('no package of the tests lies where only their workspace finds it', () => {
  const nested = Object.keys(lockfile.packages).filter((path) => path.includes('packages/node_modules/'));
  expect(nested).toEqual([]);
});

test('neither face-api nor TensorFlow.js is installed in production', () => {
  const production = Object.entries(lockfile.packages).filter(([, { dev }]) => !dev);
  expect(production.map(([path]) => path).filter((path) => /face-api|tensorflow|tfjs/.test(path))).toEqual(
    [],
  );
});

function sourcesOf(folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
      .map((name) => join(folder, name)),
  );
}

/** Names of the packages that the files import. */
function importedBy(files: string[]): string[] {
  const specifiers = files.flatMap((file) => specifiersOf(file, readFileSync(file, 'utf8')));
  return packagesOf(specifiers.filter(({ typeOnly }) => !typeOnly).map(({ specifier }) => specifier));
}

/** Names that may be packages among the strings of the files: some are loaded by a path below node_modules. */
function namedIn(files: string[]): string[] {
  const texts = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  return packagesOf(
    [...texts.matchAll(/['"](?:node_modules\/)?(@?[a-z\d][\w./@-]*)['"]/g)].map(([, name = '']) => name),
  );
}

/** `@scope/name/file.js` is the package `@scope/name`. */
function packagesOf(specifiers: string[]): string[] {
  const packages = specifiers.filter(
    (from) => /^[a-z@]/.test(from) && !from.startsWith('node:') && !builtinModules.includes(from),
  );
  return [...new Set(packages.map((from) => from.split('/', from.startsWith('@') ? 2 : 1).join('/')))];
}
