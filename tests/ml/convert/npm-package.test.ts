import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type NpmPackage, openPackage } from '#ml/convert/npm-package.ts';
import { readTar } from '#ml/convert/tar.ts';
import { readManifest } from '#ml/models/model-manifest.ts';
import { NIGHTLY, runs } from '#tests/support/thoroughness.ts';

const TIMEOUT_MS = 60_000;
const NAME = 'clublens-test-weights';
/** Longer than the 100 bytes that a tar header has for a name without its prefix. */
const DEEP = `${'folder/'.repeat(14)}deep.bin`;
/** A package as npm packs it, with a file of more than one block and an odd length. */
const content = {
  'model/a.bin': Buffer.alloc(1500, 'a'),
  'model/empty.bin': Buffer.alloc(0),
  [DEEP]: Buffer.from('deep'),
};
let made: string;
let archive: Buffer;
let wanted: NpmPackage;

beforeAll(async () => {
  made = await mkdtemp(path.join(os.tmpdir(), 'npm-package-'));
  for (const [file, bytes] of Object.entries(content)) {
    await mkdir(path.dirname(path.join(made, file)), { recursive: true });
    await writeFile(path.join(made, file), bytes);
  }
  await writeFile(path.join(made, 'package.json'), JSON.stringify({ name: NAME, version: '1.2.3' }));
  const [packed] = JSON.parse(execFileSync('npm', ['pack', '--json'], { cwd: made, encoding: 'utf8' }));
  archive = await readFile(path.join(made, packed.filename));
  wanted = { id: `${NAME}@1.2.3`, integrity: packed.integrity };
});
afterAll(() => rm(made, { recursive: true }));

let temporary: string;
let registry: Server;
let answer: RequestListener;
beforeEach(async () => {
  temporary = await mkdtemp(path.join(os.tmpdir(), 'npm-package-'));
  registry = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  answer = (request, response) => {
    if (request.url?.endsWith('.tgz')) return response.end(archive);
    const dist = { tarball: `${address()}/package.tgz`, integrity: wanted.integrity };
    const versions = { '1.2.3': { name: NAME, version: '1.2.3', dist } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name: NAME, 'dist-tags': { latest: '1.2.3' }, versions }));
  };
  // Where the operator's npm fetches from, and where temporary files go.
  vi.stubEnv('npm_config_registry', `${address()}/`);
  vi.stubEnv('TMPDIR', temporary);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  registry.closeAllConnections();
  registry.close();
  const left = await readdir(temporary);
  await rm(temporary, { recursive: true });
  expect(left).toEqual([]);
});
const address = () => `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;

test('a package that is not installed is fetched by npm and read', async () => {
  const read = await openPackage(wanted, TIMEOUT_MS);
  for (const [file, bytes] of Object.entries(content)) expect(await read(file)).toEqual(bytes);
  await expect(read('model/b.bin')).rejects.toThrow(`${wanted.id} holds no model/b.bin`);
});

test('an archive with another hash is refused', async () => {
  const other = { ...wanted, integrity: `sha512-${'A'.repeat(86)}==` };
  await expect(openPackage(other, TIMEOUT_MS)).rejects.toThrow(/hash sha512-.* not in the manifest/);
});

const refusals: [string, () => void, string][] = [
  [
    'the registry has no such package',
    () => answered((_, response) => response.writeHead(404).end()),
    'E404',
  ],
  ['there is no npm', () => void vi.stubEnv('PATH', temporary), 'npm is not installed'],
  ['the registry is away', () => void registry.close(), 'ECONNREFUSED'],
];
test.each(refusals.slice(0, runs(2, 3)))(
  'where %s, the error says so in one line',
  async (_, arrange, reason) => {
    arrange();
    const rejected = expect(openPackage(wanted, TIMEOUT_MS)).rejects;
    await rejected.toThrow(new Error(`npm could not fetch it (${reason})`));
  },
);

test.runIf(NIGHTLY)('a registry that never answers is given up', async () => {
  answered(() => {});
  await expect(openPackage(wanted, 2000)).rejects.toThrow('npm could not fetch it (no answer in time)');
});

test.runIf(NIGHTLY)('an installed package of another version is not used', async () => {
  const rejected = expect(openPackage({ ...wanted, id: 'vitest@0.0.1' }, TIMEOUT_MS)).rejects;
  await rejected.toThrow('npm could not fetch it (ETARGET)');
});

test('an archive that ends too early is refused', () => {
  const tar = gunzipSync(archive);
  expect(readTar(tar).size).toBe(4);
  expect(() => readTar(tar.subarray(0, 700))).toThrow('the archive ends within');
});

test('the manifest names the hash that the lockfile names, of the package that is installed for development', async () => {
  const lockfile = JSON.parse(await readFile('package-lock.json', 'utf8'));
  const { packages } = await readManifest();
  const [, name, version] = /^(.+)@(.+)$/.exec(packages[0]!.id) ?? [];
  expect(lockfile.packages[`node_modules/${name}`]).toMatchObject({
    version,
    integrity: packages[0]!.integrity,
  });
  // The other packages hold a model file each and much that is not wanted: they are no dependency.
  for (const { id } of packages.slice(1))
    expect(lockfile.packages[`node_modules/${id.split('@')[0]}`]).toBeUndefined();
});

function answered(listener: RequestListener): void {
  answer = listener;
}
