import { createHash } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AppContext } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { dayMs, minuteMs } from '#server/contract/lifetimes.ts';
import { deliverPhoto } from '#server/features/galleries/deliveries/deliver-photo.ts';
import { saveDelivery } from '#server/features/galleries/deliveries/deliveries.repository.ts';
import {
  type DeliveryFolder,
  listDeliveryFolders,
} from '#server/features/galleries/deliveries/delivery-folders.repository.ts';
import { findInboxAccount } from '#server/features/galleries/deliveries/inbox-account.repository.ts';
import { pathsWithoutErased } from '#server/features/galleries/photos/erased-names.ts';
import type { FileRouteDependencies } from '#server/rest/file-route-dependencies.ts';
import { tooLarge } from '#server/rest/uploads/receive-upload.ts';
import { uploadRefusal } from '#server/rest/uploads/upload-refusal.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import {
  bytesOf,
  type InboxFile,
  idOf,
  isSameLook,
  keyOf,
  type Look,
  listFiles,
  listWritten,
  moveAside,
  openAsSeen,
  removeTaken,
} from './inbox-files.ts';

export type InboxSettings = { dir: string; account: string; keepDays: number };
type Dependencies = {
  ctx: AppContext;
  files: Pick<FileRouteDependencies, 'store' | 'imaging' | 'maxPixels' | 'maxBytes'>;
};

/** Two looks so long apart have to be alike. */
const ALIKE_MS = 5_000;
/** What is no whole picture may be half of one: a camera's Wi-Fi stalls. */
const REFUSED_AFTER_MS = 10 * minuteMs;
/** After a failure that is not the file's. */
const AGAIN_MS = 30_000;
const FOLDERS_EVERY_MS = minuteMs;
/** Taken at a time, as the page sends them. */
const AT_ONCE = 3;
/** For so long it is known who writes to which file: many photos take a while. */
const WRITTEN_KNOWN_MS = 1_000;
/** The newest ones; an administrator may upload to all. */
const MOST_FOLDERS = 200;

type Waiting = { look: Look; since: number; triedAt?: number; told?: string };
type Ready = { file: InboxFile; seen: Waiting };
/** With its gallery, where the account may upload to one, and the name by which that knows it. */
type Placed = Ready & { galleryId: string | undefined; name: string };

export interface Inbox {
  /** Looks through the folder once. @param now in milliseconds */
  look(now: number): Promise<void>;
}

/** Takes photos out of a folder, `<event>/<gallery>/`, for one account. A file that is taken is in the gallery before it is moved. */
export function createInbox({ dir, account, keepDays }: InboxSettings, { ctx, files }: Dependencies): Inbox {
  const { db, log, clock } = ctx;
  const waiting = new Map<string, Waiting>();
  let foldersMadeAt = Number.NEGATIVE_INFINITY;
  let isAccountMissing = false;
  let misplacedTold: ReadonlySet<string> = new Set();

  async function look(now: number): Promise<void> {
    const viewer = await findInboxAccount(db, account);
    if (!viewer && !isAccountMissing)
      log.warn({ account }, 'the hot folder has no account: see INBOX_ACCOUNT');
    isAccountMissing = !viewer;
    if (!viewer) return;
    if (now - foldersMadeAt >= FOLDERS_EVERY_MS) {
      foldersMadeAt = now;
      await makeFolders(dir, await listDeliveryFolders(db, viewer));
      await removeTaken(dir, new Date(clock.now().getTime() - keepDays * dayMs));
    }
    const { files: found, misplaced } = await listFiles(dir);
    tellOfMisplaced(misplaced);
    const ready = notice(found, now);
    if (ready.length === 0) return;
    const files = await place(ready, await listDeliveryFolders(db, viewer));
    // Two spellings of one name are one path: one after the other.
    const paths = Map.groupBy(files, ({ file: { event, gallery }, name }) =>
      join(event, gallery, name),
    ).values();
    const written = writtenOf(ready);
    const takeSome = async () => {
      for (const same of paths)
        for (const each of same)
          if (!(await written()).has(idOf(each.seen.look))) await tryToTake(viewer, each, now);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, takeSome));
  }

  /** Once each, as long as something lies there. */
  function tellOfMisplaced(folders: ReadonlySet<string>): void {
    for (const misplaced of folders)
      if (!misplacedTold.has(misplaced))
        log.warn({ misplaced }, 'the hot folder takes photos in the folders of its galleries alone');
    misplacedTold = folders;
  }

  /** Files that did not change since an earlier look and are due to be tried. */
  function notice(found: { file: InboxFile; look: Look }[], now: number): Ready[] {
    const paths = new Set(found.map(({ file }) => keyOf(file.path)));
    for (const path of waiting.keys()) if (!paths.has(path)) waiting.delete(path);
    return found.flatMap(({ file, look }) => {
      const path = keyOf(file.path);
      const seen = waiting.get(path);
      if (!seen || !isSameLook(seen.look, look)) {
        waiting.set(path, { look, since: now });
        return [];
      }
      const isDue =
        now - seen.since >= ALIKE_MS && (seen.triedAt === undefined || now - seen.triedAt >= AGAIN_MS);
      // What is dated 1970 is half of what a program resumes later.
      return isDue && look.mtimeMs !== 0 ? [{ file, seen }] : [];
    });
  }

  async function place(ready: Ready[], folders: DeliveryFolder[]): Promise<Placed[]> {
    const ofFolder = Map.groupBy(ready, ({ file }) =>
      folders.find(({ event, name }) => event === file.event && name === file.gallery.normalize('NFC')),
    );
    const placed = [...ofFolder].map(async ([folder, files]) => {
      const named = files.map((each) => ({ ...each, name: each.file.name.normalize('NFC') }));
      const names = named.map(({ name }) => name);
      const others = folder && (await pathsWithoutErased(ctx, db, folder.galleryId, names));
      return named.map((each) => ({
        ...each,
        galleryId: folder?.galleryId,
        name: others?.get(each.name) ?? each.name,
      }));
    });
    return (await Promise.all(placed)).flat();
  }

  async function tryToTake(
    viewer: SignedIn,
    { file, seen, galleryId, name }: Placed,
    now: number,
  ): Promise<void> {
    seen.triedAt = now;
    const named = { event: file.event, gallery: file.gallery, name };
    const aside = { file, look: seen.look, named: name };
    const tell = (reason: string, details: object = {}) => {
      if (seen.told !== reason)
        log.warn({ ...named, ...details }, `a file in the hot folder waits: ${reason}`);
      seen.told = reason;
    };
    if (!galleryId) return tell('the account may upload to no gallery of this name');
    const path = {
      userId: viewer.id,
      keyId: null,
      galleryId,
      name,
    };
    try {
      const copy = await copyOf(file, seen.look);
      if (!copy) return;
      const needs = { ...ctx, ...files, recall: ctx.beginReading() };
      await deliverPhoto(needs, viewer, path, { ...copy, onlyWhole: true });
      await moveAside(dir, 'taken', aside);
      waiting.delete(keyOf(file.path));
    } catch (error) {
      const known = uploadRefusal(error);
      const code = known instanceof AppError ? known.code : undefined;
      if (!(known instanceof AppError) || ![413, 415, 422].includes(known.status))
        return tell(code ?? 'it could not be taken', code ? {} : { err: error });
      if (now - seen.since < REFUSED_AFTER_MS) return tell('it is no whole picture', { code });
      log.warn({ ...named, code }, 'a file in the hot folder was refused');
      const outcome = { state: 'refused', refusal: known.code, bytes: seen.look.size } as const;
      await saveDelivery(db, path, { ...outcome, failed_at: clock.now() }, clock.now());
      await moveAside(dir, 'refused', aside);
    }
  }

  /** A copy that the gallery may take over; undefined where the file changed. */
  async function copyOf(file: InboxFile, look: Look) {
    if (look.size === 0) throw new AppError('upload_empty');
    if (look.size > files.maxBytes) throw tooLarge(files.maxBytes);
    const handle = await openAsSeen(dir, file, look);
    if (!handle) return undefined;
    await using _ = handle;
    await files.store.requireWritableWithFreeSpace();
    const draft = await files.store.draft(look.size);
    try {
      const hash = createHash('sha256');
      const bytes = await draft.write(bytesOf(handle), {
        onChunk: (chunk) => hash.update(chunk),
      });
      if (!isSameLook(await handle.stat(), look) || bytes !== look.size) {
        await draft.discard();
        return undefined;
      }
      draft.release();
      return { temporaryPath: draft.path, sha256: hash.digest(), bytes };
    } catch (error) {
      await draft.discard();
      throw error;
    }
  }

  return { look };
}

/** Asks again after a while which of the files somebody has open for writing. */
function writtenOf(ready: Ready[]): () => Promise<Set<string>> {
  const names = new Set(ready.map(({ file }) => basename(keyOf(file.path))));
  let askedAt = Number.NEGATIVE_INFINITY;
  let written: ReturnType<typeof listWritten>;
  return () => {
    if (performance.now() - askedAt >= WRITTEN_KNOWN_MS) {
      askedAt = performance.now();
      written = listWritten(names);
    }
    return written;
  };
}

/** One for each gallery, which the group of the folder may write to: an FTP server is another user. */
async function makeFolders(dir: string, folders: DeliveryFolder[]): Promise<void> {
  const newest = [...folders]
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, MOST_FOLDERS);
  for (const { event, name } of newest)
    for (const path of [join(dir, event), join(dir, event, name)])
      if ((await mkdir(path, { recursive: true })) !== undefined) await chmod(path, 0o2770);
}
