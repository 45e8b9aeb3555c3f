import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const IMPORT = 'lint/style/noRestrictedImports';
const ENVIRONMENT = 'lint/style/noProcessEnv';
const GLOBAL = 'lint/style/noRestrictedGlobals';
/** What the linter refuses, by the settings in biome.json: a package, a global of Node, or reading the environment. */
const REFUSED = [
  { file: 'server/contract/a.ts', source: `import 'express';`, rule: IMPORT },
  { file: 'server/contract/schemas/b.ts', source: `import '#server/ids.ts';`, rule: IMPORT },
  { file: 'client/features/clubs/clubs/api/a.ts', source: `import 'node:fs';`, rule: IMPORT },
  { file: 'client/lib/a.ts', source: 'export const bytes = Buffer.alloc(1);', rule: GLOBAL },
  { file: 'client/lib/b.ts', source: 'export const argv = process.argv;', rule: GLOBAL },
  { file: 'client/components/ui/a.ts', source: `import { lazy } from 'react';`, rule: IMPORT },
  { file: 'client/lib/d.ts', source: 'export const kept = localStorage.length;', rule: GLOBAL },
  { file: 'client/lib/e.ts', source: 'export const kept = sessionStorage.length;', rule: GLOBAL },
  { file: 'server/features/accounts/users/a.ts', source: `import 'express';`, rule: IMPORT },
  { file: 'server/jobs/a.ts', source: `import 'sharp';`, rule: IMPORT },
  { file: 'server/trpc/a.ts', source: `import 'kysely';`, rule: IMPORT },
  { file: 'server/rest/a.ts', source: `import 'kysely';`, rule: IMPORT },
  { file: 'server/http/a.ts', source: `import 'pg';`, rule: IMPORT },
  { file: 'ml/pool/a.ts', source: `import 'pg';`, rule: IMPORT },
  { file: 'ml/pool/b.ts', source: `import 'onnxruntime-node';`, rule: IMPORT },
  { file: 'migrations/a.ts', source: `import 'uuid';`, rule: IMPORT },
  { file: 'server/jobs/b.ts', source: 'export const zone = process.env.TZ;', rule: ENVIRONMENT },
];
const ALLOWED = [
  { file: 'server/contract/c.ts', source: `import 'zod';\nimport './error-statuses.ts';` },
  { file: 'client/lib/c.ts', source: `import 'react';` },
  { file: 'client/lib/site-storage.ts', source: 'export const kept = localStorage.length;' },
  { file: 'migrations/c.ts', source: `import 'kysely';` },
  { file: 'ml/models/onnxruntime.ts', source: `import 'onnxruntime-node';` },
  { file: 'server/config/read-settings.ts', source: 'export const zone = process.env.TZ;' },
];

let folder: string;
let found: { file: string; rule: string }[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'restricted-packages-'));
  cpSync('biome.json', join(folder, 'biome.json'));
  for (const { file, source } of [...REFUSED, ...ALLOWED]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${source}\n`);
  }
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
  const args = [biome, 'lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; location: { path: string } }[];
  };
  found = diagnostics.map(({ category, location }) => ({ file: location.path, rule: category }));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(REFUSED)('$file: $source is refused', ({ file, rule }) => {
  expect(found.filter((diagnostic) => diagnostic.file === file)).toContainEqual({ file, rule });
});

test.each(ALLOWED)('$file: $source is allowed', ({ file }) => {
  expect(found.filter((diagnostic) => diagnostic.file === file)).toEqual([]);
});
