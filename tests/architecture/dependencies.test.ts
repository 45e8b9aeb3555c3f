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
const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { dev?: boolean }>;
};
/** What a server in production runs: no scripts, no client. */
const runtime = sourcesOf(['server', 'ml', 'migrations']).filter((file) => !file.includes('scripts'));
const others = [
  ...sourcesOf(['server', 'ml']).filter((file) => file.includes('scripts')),
  ...sourcesOf(['client', 'tests', 'scripts']),
  'vite.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
];
/** Named to pino as a string: its pretty printer is loaded by a worker thread of pino. */
const NAMED_ONLY = ['pino-pretty'];
/** Run as commands, or needed by another package or by the compiler. */
const TOOLS = [
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

test('what is installed for development is imported or a tool', () => {
  const used = namedIn([...others, ...runtime]);
  const unused = Object.keys(manifest.devDependencies).filter(
    (name) => !used.includes(name) && !TOOLS.some((tool) => name.startsWith(tool)),
  );
  expect(unused).toEqual([]);
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
