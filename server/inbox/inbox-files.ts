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
import { basename, extname, join } from 'node:path';
import { isNeverPhoto } from '#server/features/galleries/deliveries/names-without-photos.ts';
import { readableName } from '#server/features/galleries/deliveries/readable-name.ts';

export const TAKEN = 'taken';
export const REFUSED = 'refused';
/** Of Linux and what it mounts. */
const NAME_BYTES = 255;
const MOST_OF_EXTENSION = 20;
const CHUNK_BYTES = 256 * 1024;

/** A file in the folder of a gallery. Its names are as people read them; `path`, below the hot folder, has the bytes it is found by. */
export type InboxFile = { event: string; gallery: string; name: string; path: Buffer };
const pathWithin = (dir: string, path: Buffer): Buffer => Buffer.concat([Buffer.from(`${dir}/`), path]);
/** The bytes of a path, one a sign: what is no UTF-8 stays apart. */
export const keyOf = (path: Buffer): string => path.toString('latin1');

/** What says whether a file changed. */
export type Look = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs' | 'ctimeMs'>;
export const isSameLook = (a: Look, b: Look): boolean =>
  a.dev === b.dev &&
  a.ino === b.ino &&
  a.size === b.size &&
  a.mtimeMs === b.mtimeMs &&
  a.ctimeMs === b.ctimeMs;

/**
 * The files that may become photos: plain ones, two folders deep. Links are followed nowhere.
 * @returns misplaced: other folders in which photos may lie
 */
export async function listFiles(
  dir: string,
): Promise<{ files: { file: InboxFile; look: Look }[]; misplaced: Set<string> }> {
  const files: { file: InboxFile; look: Look }[] = [];
  const misplaced = new Set<string>();
  for (const event of await entriesOf(dir, [])) {
    if (event.isFile) misplaced.add('.');
    if (!event.isFolder || event.name === TAKEN || event.name === REFUSED) continue;
    for (const gallery of await entriesOf(dir, [event])) {
      if (gallery.isFile) misplaced.add(event.name);
      if (!gallery.isFolder) continue;
      for (const entry of await entriesOf(dir, [event, gallery])) {
        if (entry.isFolder) misplaced.add(`${event.name}/${gallery.name}/${entry.name}`);
        if (!entry.isFile) continue;
        const path = joined([event, gallery, entry]);
        const file = { event: event.name, gallery: gallery.name, name: entry.name, path };
        const look = await lstat(pathWithin(dir, path)).catch(() => undefined);
        if (look?.isFile()) files.push({ file, look });
      }
    }
  }
  return { files, misplaced };
}

type Entry = { bytes: Buffer; name: string; isFile: boolean; isFolder: boolean };
const joined = (entries: Pick<Entry, 'bytes'>[]) =>
  Buffer.from(entries.map(({ bytes }) => keyOf(bytes)).join('/'), 'latin1');

/** What may be photos, or folders of them. A folder that another program removes meanwhile, or that cannot be read, has none. */
async function entriesOf(dir: string, folders: Entry[]): Promise<Entry[]> {
  const path = pathWithin(dir, joined(folders));
  const found = await readdir(path, { withFileTypes: true, encoding: 'buffer' }).catch(() => []);
  return found
    .map((entry) => ({
      bytes: entry.name,
      name: readableName(entry.name),
      isFile: entry.isFile(),
      isFolder: entry.isDirectory(),
    }))
    .filter(({ name }) => !isNeverPhoto(name));
}

/** The file as it was looked at; undefined where another lies there by now, or something that is no plain file. */
export async function openAsSeen(dir: string, file: InboxFile, look: Look): Promise<FileHandle | undefined> {
  const path = pathWithin(dir, file.path);
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const now = await handle.stat();
    const real = await realpath(path, 'buffer');
    const isInside = real.equals(pathWithin(await realpath(dir), file.path));
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
 * @param names only files called so, byte by byte, are looked at
 */
export async function listWritten(names: ReadonlySet<string>): Promise<Set<string>> {
  const written = new Set<string>();
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const pid of processes)
    for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const link = await readlink(`/proc/${pid}/fd/${fd}`, 'latin1').catch(() => '');
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
  let name = nameThatFits(named, '');
  for (let number = 2; there.has(name); number += 1) name = nameThatFits(named, ` (${number})`);
  const path = pathWithin(dir, file.path);
  const now = await lstat(path).catch(() => undefined);
  if (now && isSameLook(now, look)) await rename(path, join(folder, name));
}

/** With something behind its stem, which is cut to what file systems take. */
function nameThatFits(named: string, behind: string): string {
  const extension = extname(named).length <= MOST_OF_EXTENSION ? extname(named) : '';
  let stem = named.slice(0, named.length - extension.length);
  while (Buffer.byteLength(`${stem}${behind}${extension}`) > NAME_BYTES) stem = stem.slice(0, -1);
  return `${stem.toWellFormed()}${behind}${extension}`;
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
