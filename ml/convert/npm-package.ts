/**
 * Files of an npm package at one exact version: from node_modules where it is installed (development), else fetched
 * through the operator's npm client, so that their registry settings hold, and verified before it is read.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readTar } from './tar.ts';

/** Reads a file of the package by its path in it. Rejects where there is none. */
export type ReadPackageFile = (file: string) => Promise<Buffer>;

export interface NpmPackage {
  /** `name@version`. */
  id: string;
  /** Hash of the packed archive, as lockfiles write it: `sha512-` and base64. */
  integrity: string;
}

/** A registry that says nothing for so long is given up; one that is slow has the whole time. */
const SILENCE_MS = 30_000;

/** npm reads the project's own .npmrc from here. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Rejects with one line that says why the package cannot be had. */
export async function openPackage(wanted: NpmPackage, timeoutMs: number): Promise<ReadPackageFile> {
  return (await openInstalled(wanted)) ?? readArchive(await fetchArchive(wanted, timeoutMs), wanted);
}

async function openInstalled({ id }: NpmPackage): Promise<ReadPackageFile | undefined> {
  const [name, version] = splitId(id);
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const installed = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
    if (installed.version !== version) return undefined;
    return (file) => readFile(path.join(path.dirname(manifest), file));
  } catch {
    return undefined;
  }
}

/** The packed archive (.tgz). npm leaves nothing behind: its cache, log and temporary files go to a folder that is removed. */
async function fetchArchive({ id }: NpmPackage, timeoutMs: number): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'clublens-weights-'));
  try {
    await runNpm(
      ['pack', id, '--pack-destination', folder, '--cache', path.join(folder, 'cache'), '--ignore-scripts'],
      folder,
      timeoutMs,
    );
    const archive = (await readdir(folder)).find((file) => file.endsWith('.tgz'));
    if (!archive) throw new Error('npm left no archive');
    return await readFile(path.join(folder, archive));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Throws Error where the archive is not the one that `integrity` names. */
async function readArchive(archive: Buffer, { id, integrity }: NpmPackage): Promise<ReadPackageFile> {
  const hash = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  if (hash !== integrity)
    throw new Error(`npm brought an archive with the hash ${hash}, which is not in the manifest`);
  const files = readTar(await promisify(gunzip)(archive));
  return async (file) => {
    // npm puts everything under this folder.
    const bytes = files.get(`package/${file}`);
    if (!bytes) throw new Error(`${id} holds no ${file}`);
    return bytes;
  };
}

function runNpm(args: string[], temporary: string, timeoutMs: number): Promise<void> {
  const windows = process.platform === 'win32';
  const quiet = [
    '--no-update-notifier',
    // The reason is read from the error, which `npm start --silent` would have npm leave out.
    '--loglevel=error',
    '--fetch-retries=0',
    `--fetch-timeout=${Math.min(timeoutMs, SILENCE_MS)}`,
  ];
  const env = { ...process.env, TMPDIR: temporary, TEMP: temporary };
  return new Promise((resolve, reject) => {
    const child = execFile(
      windows ? 'npm.cmd' : 'npm',
      [...args, ...quiet],
      // npm.cmd is a batch file, which only a shell can run.
      { cwd: ROOT, env, timeout: timeoutMs, shell: windows, windowsHide: true },
      (error, _, stderr) => {
        process.off('exit', stop);
        if (!error) resolve();
        else reject(new Error(`npm could not fetch it (${reasonOf(error, stderr)})`));
      },
    );
    const stop = () => child.kill();
    process.once('exit', stop);
  });
}

function reasonOf(error: { code?: number | string | null; killed?: boolean }, stderr: string): string {
  if (error.code === 'ENOENT') return 'npm is not installed';
  if (error.killed) return 'no answer in time';
  return /^npm (?:error|ERR!) code (\S+)/m.exec(stderr)?.[1] ?? `npm ended with ${error.code}`;
}

function splitId(id: string): [name: string, version: string] {
  const at = id.lastIndexOf('@');
  return [id.slice(0, at), id.slice(at + 1)];
}
