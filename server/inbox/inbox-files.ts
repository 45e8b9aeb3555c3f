import { constants, type Stats } from 'node:fs';
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { isNeverPhoto } from '#server/features/galleries/deliveries/names-without-photos.ts';

export const TAKEN = 'taken';
export const REFUSED = 'refused';
const CHUNK_BYTES = 256 * 1024;

/** A file in the folder of a gallery. */
export type InboxFile = { event: string; gallery: string; name: string };
export const pathWithin = (dir: string, { event, gallery, name }: InboxFile): string =>
  join(dir, event, gallery, name);

/** What says whether a file changed. */
export type Look = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'>;
export const isSameLook = (a: Look, b: Look): boolean =>
  a.dev === b.dev &&
  a.ino === b.ino &&
  a.size === b.size &&
  a.mtimeMs === b.mtimeMs &&
  a.ctimeMs === b.ctimeMs;

/** The files that may become photos: plain ones, two folders deep. Links are followed nowhere. */
export async function listFiles(dir: string): Promise<{ file: InboxFile; look: Look }[]> {
  const found: { file: InboxFile; look: Look }[] = [];
  for (const event of await foldersIn(dir)) {
    if (event === TAKEN || event === REFUSED) continue;
    for (const gallery of await foldersIn(join(dir, event)))
      for (const entry of await entriesOf(join(dir, event, gallery))) {
        if (!entry.isFile() || isNeverPhoto(entry.name)) continue;
        const file = { event, gallery, name: entry.name };
        const look = await lstat(pathWithin(dir, file)).catch(() => undefined);
        if (look?.isFile()) found.push({ file, look });
      }
  }
  return found;
}

/** A folder that another program removes meanwhile, or that cannot be read, has none. */
const entriesOf = (path: string) => readdir(path, { withFileTypes: true }).catch(() => []);
const foldersIn = async (path: string): Promise<string[]> =>
  (await entriesOf(path))
    .filter((entry) => entry.isDirectory() && !isNeverPhoto(entry.name))
    .map(({ name }) => name);

/** The file as it was looked at; undefined where another lies there by now, or something that is no plain file. */
export async function openAsSeen(dir: string, file: InboxFile, look: Look): Promise<FileHandle | undefined> {
  const path = pathWithin(dir, file);
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const now = await handle.stat();
    const isInside = (await realpath(dirname(path))) === join(await realpath(dir), file.event, file.gallery);
    if (now.isFile() && isInside && isSameLook(now, look)) return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
}

/** Its bytes. A stream would keep the handle from being closed. */
export async function* bytesOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { bytesRead, buffer } = await handle.read({ buffer: Buffer.allocUnsafe(CHUNK_BYTES) });
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/**
 * Files that a process of this machine has open for writing, as far as this one may know: those of other users only root sees.
 * Elsewhere than on Linux none.
 * @param names only files called so are looked at
 */
export async function listWritten(names: ReadonlySet<string>): Promise<Set<string>> {
  const written = new Set<string>();
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const pid of processes)
    for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const link = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => '');
      if (!names.has(basename(link))) continue;
      const info = await readFile(`/proc/${pid}/fdinfo/${fd}`, 'utf8').catch(() => '');
      const flags = Number.parseInt(/^flags:\s*(\d+)/m.exec(info)?.[1] ?? '0', 8);
      if ((flags & (constants.O_WRONLY | constants.O_RDWR)) === 0) continue;
      const target = await stat(`/proc/${pid}/fd/${fd}`).catch(() => undefined);
      if (target?.isFile()) written.add(idOf(target));
    }
  return written;
}
export const idOf = ({ dev, ino }: Pick<Stats, 'dev' | 'ino'>): string => `${dev}:${ino}`;

/**
 * Moves a file aside as it was looked at, under a name that is free there. What was put in its place meanwhile stays, and is looked at
 * next.
 */
export async function moveAside(
  dir: string,
  to: typeof TAKEN | typeof REFUSED,
  { file, look, named }: { file: InboxFile; look: Look; named: string },
): Promise<void> {
  const folder = join(dir, to, file.event, file.gallery);
  await mkdir(folder, { recursive: true });
  const there = new Set(await readdir(folder));
  const extension = extname(named);
  const stem = named.slice(0, named.length - extension.length);
  let name = named;
  for (let number = 2; there.has(name); number += 1) name = `${stem} (${number})${extension}`;
  const now = await lstat(pathWithin(dir, file)).catch(() => undefined);
  if (now && isSameLook(now, look)) await rename(pathWithin(dir, file), join(folder, name));
}

/** Deletes what was taken before a time: moving a file sets its ctime. */
export async function removeTaken(dir: string, before: Date): Promise<void> {
  const entries = await readdir(join(dir, TAKEN), { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { ctime } = await lstat(path);
    if (ctime < before) await rm(path, { force: true });
  }
}
