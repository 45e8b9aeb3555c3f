import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const loadedAfter = (file: string) => {
  const program = `import { createRequire } from 'node:module';
    await import(${JSON.stringify(file)});
    const names = Object.keys(createRequire(process.cwd() + '/x.js').cache);
    console.log(names.filter((name) => name.includes('@aws-sdk')).length);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { ...process.env, ORT_DISABLE_TELEMETRY: '1' },
  });
  expect(stderr).toBe('');
  return Number(stdout);
};

test('a server with its photos on the disk loads nothing of the library for S3', () => {
  expect(loadedAfter('./server/create-services.ts')).toBe(0);
  expect(loadedAfter('./server/storage/s3-store.ts')).toBeGreaterThan(0);
});
