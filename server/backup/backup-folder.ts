import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { DiskRoom } from '#server/storage/disk-room.ts';
import { Draft } from '#server/storage/draft.ts';
import { syncFile, syncFolder } from '#server/storage/durable-file.ts';
import { BackupError, noRoomIn } from './backup-error.ts';
import { type BackupFile, type Manifest, parseManifest } from './backup-manifest.ts';
import type { Encryption } from './encryption.ts';

/** Marks an unfinished backup: while this file is there and no manifest, everything else in the folder may be deleted. */
const UNFINISHED = 'unfinished';
const MANIFEST = 'manifest.json';
const KEY = 'key.age';
/** Largest manifest and key, in bytes: hundred thousands of missing photos, and more than age writes. */
const MANIFEST_MAX = 100_000_000;
const KEY_MAX = 100_000;
/** File systems that cannot link, another disk, or too many links: the file is copied. */
const NOT_LINKED = new Set([
  'ENOENT',
  'EXDEV',
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EMLINK',
  'EACCES',
  'ENOSYS',
]);

/** A finished backup. */
export interface OpenBackup {
  folder: BackupFolder;
  manifest: Manifest;
}

/** The files of one backup, encrypted or not. Only a folder with a manifest is a backup; it is written last. */
export class BackupFolder {
  readonly path: string;
  readonly #room: DiskRoom;
  readonly #encryption: Encryption | undefined;
  readonly #folders = new Set<string>();

  private constructor(path: string, encryption: Encryption | undefined) {
    this.path = path;
    this.#room = new DiskRoom(path);
    this.#encryption = encryption;
  }

  get isEncrypted(): boolean {
    return this.#encryption !== undefined;
  }

  /**
   * Begins a backup in an empty folder, or in that of an interrupted backup, whose rest is removed.
   * @param previous a finished backup whose key is used again, so that its files can be linked
   * @throws BackupError when the folder holds something else
   */
  static async create(path: string, passphrase?: string, previous?: BackupFolder): Promise<BackupFolder> {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const names = await readdir(path);
    if (await isFinishedBackup(path))
      throw new BackupError(`${path} holds a backup already. Name a new folder.`);
    if (names.length > 0 && !names.includes(UNFINISHED))
      throw new BackupError(`${path} is not empty. Name a new folder.`);
    await writeFile(join(path, UNFINISHED), 'This backup was interrupted or is being made.\n', {
      flush: true,
    });
    for (const name of names)
      if (name !== UNFINISHED) await rm(join(path, name), { recursive: true, force: true });
    const known = previous ? previous.#encryption : undefined;
    const encryption =
      passphrase === undefined
        ? undefined
        : (known ?? (await (await loadEncryption()).createEncryption(passphrase)));
    if (encryption) await writeFile(join(path, KEY), encryption.keyFile, { mode: 0o600, flush: true });
    return new BackupFolder(path, encryption);
  }

  /** Opens a finished backup. @throws BackupError when it is none, or the passphrase is missing or wrong */
  static async open(path: string, passphrase?: string): Promise<OpenBackup> {
    const names = await readdir(path).catch(() => {
      throw new BackupError(`${path} cannot be read.`);
    });
    if (names.includes(manifestName(false))) {
      const content = await readWhole(join(path, manifestName(false)), MANIFEST_MAX);
      const manifest = parseManifest(content.toString('utf8'));
      if (manifest.secret)
        throw new BackupError('manifest.json is damaged: only an encrypted backup holds the secret.');
      return { folder: new BackupFolder(path, undefined), manifest };
    }
    if (!names.includes(manifestName(true)))
      throw new BackupError(
        names.includes(UNFINISHED)
          ? `${path} is a backup that was interrupted. Use another one.`
          : `${path} is not a backup: it has no manifest.json.`,
      );
    if (passphrase === undefined)
      throw new BackupError(`${path} is encrypted. Name its key file or enter its passphrase.`, {
        needsPassphrase: true,
      });
    if (!names.includes(KEY)) throw new BackupError(`${path} is damaged: ${KEY} is missing.`);
    const keyFile = await readWhole(join(path, KEY), KEY_MAX);
    const encryption = await (await loadEncryption()).openEncryption(passphrase, keyFile);
    const manifest = await encryption.decryptWithPassphrase(
      await readWhole(join(path, manifestName(true)), MANIFEST_MAX),
    );
    return { folder: new BackupFolder(path, encryption), manifest: parseManifest(manifest) };
  }

  /** Another backup, if it opens without a passphrase or with that of this one. */
  async openOther(path: string): Promise<OpenBackup | undefined> {
    return BackupFolder.open(path, this.#encryption?.passphrase).catch((error: unknown) => {
      if (error instanceof BackupError) return undefined;
      throw error;
    });
  }

  /** @throws BackupError when the disk has no room for it beside what other things need */
  async write(
    path: string,
    content: Iterable<string> | AsyncIterable<string | Uint8Array>,
  ): Promise<BackupFile> {
    const hash = createHash('sha256');
    let bytes = 0;
    async function* counted() {
      for await (const part of content) {
        const chunk = typeof part === 'string' ? Buffer.from(part) : part;
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    }
    const plain = Readable.from(counted(), { objectMode: false });
    const stored = this.#encryption ? await this.#encryption.encrypt(plain) : plain;
    const target = await this.#prepare(path);
    const draft = new Draft(target, await this.#room.reserve(0).catch(noRoomIn(this.path)));
    try {
      await draft.write(stored, { flush: true }).catch(noRoomIn(this.path));
    } finally {
      draft.release();
    }
    return { path, bytes, sha256: hash.digest('hex') };
  }

  /** Takes a file over from an earlier backup without copying it; false when that has to be copied instead. */
  async link(path: string, from: BackupFolder, bytes: number): Promise<boolean> {
    if (from.isEncrypted !== this.isEncrypted) return false;
    const target = await this.#prepare(path);
    try {
      await link(from.#pathOf(path), target);
    } catch (error) {
      if (NOT_LINKED.has((error as NodeJS.ErrnoException).code ?? '')) return false;
      throw error;
    }
    if (this.isEncrypted || (await stat(target)).size === bytes) return true;
    await rm(target);
    return false;
  }

  /** Everything else is on the disk when the manifest appears. */
  async finish(manifest: Manifest): Promise<void> {
    for (const folder of this.#folders) await syncFolder(folder);
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    const content = this.#encryption ? await this.#encryption.encryptWithPassphrase(text) : text;
    const draft = join(this.path, `${MANIFEST}.part`);
    await writeFile(draft, content, { mode: 0o600 });
    await syncFile(draft);
    await rename(draft, join(this.path, manifestName(this.isEncrypted)));
    await syncFolder(this.path);
    await rm(join(this.path, UNFINISHED), { force: true });
  }

  /**
   * The content of a file, no byte more than the manifest says. At its end it is compared with the manifest.
   * @throws BackupError when it is damaged, or no file of this folder
   */
  async *read(file: BackupFile): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      for await (const chunk of await this.#openRead(file.path)) {
        const part = Buffer.from(chunk as Uint8Array);
        hash.update(part);
        bytes += part.length;
        if (bytes > file.bytes) break;
        yield part;
      }
    } catch (cause) {
      throw new BackupError(`The backup is damaged: ${file.path} cannot be read.`, { cause });
    }
    if (bytes !== file.bytes || hash.digest('hex') !== file.sha256)
      throw new BackupError(`The backup is damaged: ${file.path} is not as it was written.`);
  }

  async #openRead(path: string): Promise<Readable> {
    const stored = (await openFile(this.#pathOf(path), this.path)).createReadStream();
    return this.#encryption ? this.#encryption.decrypt(stored) : stored;
  }

  async #prepare(path: string): Promise<string> {
    const target = this.#pathOf(path);
    for (let folder = dirname(target); folder.length >= this.path.length; folder = dirname(folder)) {
      if (this.#folders.has(folder)) break;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      this.#folders.add(folder);
    }
    return target;
  }

  #pathOf(path: string): string {
    return join(this.path, this.isEncrypted ? `${path}.age` : path);
  }
}

/** Opens a file below a folder for reading. Links may lead elsewhere, and devices and pipes need not end: they are refused. */
async function openFile(path: string, folder: string): Promise<FileHandle> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags);
  try {
    const isHere = (await realpath(path)) === join(await realpath(folder), relative(folder, path));
    if (isHere && (await file.stat()).isFile()) return file;
    throw new Error(`${path} is a link or no file`);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readWhole(path: string, most: number): Promise<Buffer> {
  try {
    const file = await openFile(path, dirname(path));
    try {
      const { size } = await file.stat();
      if (size > most) throw new Error(`${path} has ${size} bytes`);
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw new BackupError(`The backup is damaged: ${path} cannot be read.`, { cause });
  }
}

/** Loaded where a passphrase is given: it takes 4 MB. */
const loadEncryption = () => import('./encryption.ts');

/** Whether the folder holds a finished backup, readable or not. */
export async function isFinishedBackup(path: string): Promise<boolean> {
  const names = await readdir(path).catch((): string[] => []);
  return names.includes(manifestName(false)) || names.includes(manifestName(true));
}

const manifestName = (encrypted: boolean) => (encrypted ? `${MANIFEST}.age` : MANIFEST);
