import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newerBuiltIns } from '#tests/support/newer-built-ins.ts';

/** The names of these are those of arrays too: only called on what an iterator answers are they newer. */
const likeArrays = new Set(['Iterator.prototype']);
/** Names that our own things have as well. */
const ambiguous = new Set(['size', 'transfer', 'detached', 'navigation']);
/** Asked for before it is used. */
const detected = new Set(['CloseWatcher']);

const patterns = Object.entries(newerBuiltIns).flatMap(([holder, names]) =>
  names
    .filter((name) => !ambiguous.has(name) && !detected.has(name))
    .map((name) => {
      if (likeArrays.has(holder))
        return `(?<!Object)\\.(?:values|keys|entries|matchAll)\\([^()]*\\)\\s*\\.${name}\\(`;
      if (holder.endsWith('.prototype')) return `\\.${name}\\((?!\\[)`; // zod has a union of a list
      return holder === 'window' ? `\\b${name}\\b` : `\\b${holder}\\s*\\.\\s*${name}\\b`;
    }),
);
const newer = new RegExp(patterns.join('|'));

test('the client, and what it shares with the server, uses no built-in that its oldest browser lacks', () => {
  const files = globSync(['client/**/*.{ts,tsx}', 'server/contract/**/*.ts']);
  expect(files.length).toBeGreaterThan(400);
  const uses = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (newer.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );
  expect(uses).toEqual([]);
});

test('the pattern finds them', () => {
  for (const line of [
    'const { promise } = Promise.withResolvers<void>();',
    'Map.groupBy(files, by)',
    'new Set(a).union(b)',
    'map.values().toArray()',
    'map.entries().map(([a]) => a)',
    'URL.canParse(from)',
    'requestIdleCallback(run)',
  ])
    expect(newer.test(line), line).toBe(true);
  for (const line of [
    '[...map.values()].map(a)',
    'items.filter(b)',
    'Object.entries(a).map(b)',
    'URL.createObjectURL(a)',
  ])
    expect(newer.test(line), line).toBe(false);
});
