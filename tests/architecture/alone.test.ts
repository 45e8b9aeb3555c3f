import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('unit tests that replace modules are named alone: others of their process would be given what they put there', () => {
  const shared = ['tests/{architecture,client,scripts}/**/*.test.{ts,tsx}', 'tests/server/**/*.unit.test.ts'];
  const replacing = globSync(shared).filter((file) =>
    /\bvi\.(do)?[mM]ock\(\s*(['"]|import\()/.test(readFileSync(file, 'utf8')),
  );
  expect(replacing.filter((file) => !file.includes('.alone.'))).toEqual([]);
  expect(replacing).not.toEqual([]);
});
