import { createHash } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
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
import { pathWithoutErased } from '#server/features/galleries/photos/erased-names.ts';
import type { FileRouteDependencies } from '#server/rest/file-route-dependencies.ts';
import { tooLarge } from '#server/rest/uploads/receive-upload.ts';
import { uploadRefusal } from '#server/rest/uploads/upload-refusal.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import {
  bytesOf,
  type InboxFile,
  idOf,
  isSameLook,
  type Look,
  listFiles,
  listWritten,
  moveAside,
  openAsSeen,
  pathWithin,
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
/** The newest ones; an administrator may upload to all. */
const MOST_FOLDERS = 200;

type Waiting = { look: Look; since: number; triedAt?: number; told?: string };

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
    const ready = notice(await listFiles(dir), now);
    if (ready.length === 0) return;
    const written = await listWritten(new Set(ready.map(([{ name }]) => name)));
    const folders = await listDeliveryFolders(db, viewer);
    for (const [file, seen] of ready)
      if (!written.has(idOf(seen.look))) await tryToTake(viewer, folders, file, seen, now);
  }

  /** Files that did not change since an earlier look and are due to be tried. */
  function notice(found: { file: InboxFile; look: Look }[], now: number): [InboxFile, Waiting][] {
    const paths = new Set(found.map(({ file }) => pathWithin(dir, file)));
    for (const path of waiting.keys()) if (!paths.has(path)) waiting.delete(path);
    return found.flatMap(({ file, look }) => {
      const path = pathWithin(dir, file);
      const seen = waiting.get(path);
      if (!seen || !isSameLook(seen.look, look)) {
        waiting.set(path, { look, since: now });
        return [];
      }
      const isDue =
        now - seen.since >= ALIKE_MS && (seen.triedAt === undefined || now - seen.triedAt >= AGAIN_MS);
      // What is dated 1970 is half of what a program resumes later.
      return isDue && look.mtimeMs !== 0 ? [[file, seen] as [InboxFile, Waiting]] : [];
    });
  }

  async function tryToTake(
    viewer: SignedIn,
    folders: DeliveryFolder[],
    file: InboxFile,
    seen: Waiting,
    now: number,
  ): Promise<void> {
    seen.triedAt = now;
    const folder = folders.find(
      ({ event, name }) => event === file.event && name === file.gallery.normalize('NFC'),
    );
    const written = file.name.normalize('NFC');
    const name = folder
      ? await pathWithoutErased(ctx, db, { galleryId: folder.galleryId, name: written })
      : written;
    const named = { ...file, name };
    const tell = (reason: string, details: object = {}) => {
      if (seen.told !== reason)
        log.warn({ ...named, ...details }, `a file in the hot folder waits: ${reason}`);
      seen.told = reason;
    };
    if (!folder) return tell('the account may upload to no gallery of this name');
    const path = {
      userId: viewer.id,
      keyId: null,
      galleryId: folder.galleryId,
      name,
    };
    try {
      const copy = await copyOf(file, seen.look);
      if (!copy) return;
      const needs = { ...ctx, ...files, recall: ctx.beginReading() };
      await deliverPhoto(needs, viewer, path, { ...copy, onlyWhole: true });
      await moveAside(dir, 'taken', file, name);
      waiting.delete(pathWithin(dir, file));
    } catch (error) {
      const known = uploadRefusal(error);
      const code = known instanceof AppError ? known.code : undefined;
      if (!(known instanceof AppError) || ![413, 415, 422].includes(known.status))
        return tell(code ?? 'it could not be taken', code ? {} : { err: error });
      if (now - seen.since < REFUSED_AFTER_MS) return tell('it is no whole picture', { code });
      log.warn({ ...named, code }, 'a file in the hot folder was refused');
      const outcome = { state: 'refused', refusal: known.code, bytes: seen.look.size } as const;
      await saveDelivery(db, path, { ...outcome, failed_at: clock.now() }, clock.now());
      await moveAside(dir, 'refused', file, name);
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

/** One for each gallery, which the group of the folder may write to: an FTP server is another user. */
async function makeFolders(dir: string, folders: DeliveryFolder[]): Promise<void> {
  const newest = [...folders]
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, MOST_FOLDERS);
  for (const { event, name } of newest)
    for (const path of [join(dir, event), join(dir, event, name)])
      if ((await mkdir(path, { recursive: true })) !== undefined) await chmod(path, 0o2770);
}
