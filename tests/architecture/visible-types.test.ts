import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');

/** What the compiler says of a file that belongs to the project of the given tsconfig.json. */
function compile(project: string, source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'visible-types-'));
  try {
    const compilerOptions = { typeRoots: [resolve('node_modules/@types')], types: ['node'] };
    const config = { extends: resolve(project), compilerOptions, include: ['.'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    writeFileSync(join(folder, 'a.mts'), source);
    return spawnSync(process.execPath, [compiler, '--project', folder], { encoding: 'utf8' }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('server, ml and migrations see Node and not the page of a browser', () => {
  expect(compile('tsconfig.json', 'export const id = process.pid;')).toBe('');
  expect(compile('tsconfig.json', 'export const title = document.title;')).toContain(
    "Cannot find name 'document'",
  );
  expect(compile('tsconfig.json', 'export const width = window.innerWidth;')).toContain(
    "Cannot find name 'window'",
  );
});

test('client and tests see the page of a browser', () => {
  expect(compile('client/tsconfig.json', 'export const title = document.title;')).toBe('');
  expect(compile('tests/tsconfig.json', 'export const title = document.title;')).toBe('');
});
