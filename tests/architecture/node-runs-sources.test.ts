import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { expect, test } from 'vitest';

/** Node's parser refuses what the compiler and the one of these tests take: findings/node-refuses-a-variable-named-of.sh. */
test('Node strips the types of every file that it runs', () => {
  const files = globSync('{server,ml,scripts,migrations,tests/support}/**/*.ts');
  expect(files.length).toBeGreaterThan(800);
  const refused = files.filter((file) => {
    try {
      stripTypeScriptTypes(readFileSync(file, 'utf8'));
      return false;
    } catch {
      return true;
    }
  });
  expect(refused).toEqual([]);
});
