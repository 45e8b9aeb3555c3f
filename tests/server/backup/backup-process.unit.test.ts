import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Starts a program that imports a file and prints the addresses of all that was loaded. */
function loadedBy(file: string): string[] {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    await import(${JSON.stringify(new URL(file, import.meta.url).href)});
    process.stdout.write(JSON.stringify(loaded));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as string[];
}

test('the process of a backup loads nothing for encryption, jobs and pictures before they are needed', () => {
  const loaded = loadedBy('../../../server/backup/backup-process.ts');
  expect(loaded.some((url) => url.endsWith('/server/backup/verify-backup-by-restoring.ts'))).toBe(true);
  expect(loaded.filter((url) => /age-encryption|noble|\/server\/(jobs|features)\/|\/ml\//.test(url))).toEqual(
    [],
  );
});
