import { setTimeout as delay } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { AppError } from '#server/contract/app-error.ts';
import { createGalleryInput } from '#server/contract/schemas/galleries.ts';
import { listQuotasOfGallery } from '#server/features/clubs/storage-usage/club-quota.repository.ts';
import { requireRoomForUpload } from '#server/features/clubs/storage-usage/require-storage-room.ts';
import { deliverPhoto, findUnchanged } from '#server/features/galleries/deliveries/deliver-photo.ts';
import {
  type Delivery,
  type DeliveryPath,
  findDelivery,
  isShown,
  listDeliveries,
  noteFailure,
  saveDelivery,
} from '#server/features/galleries/deliveries/deliveries.repository.ts';
import {
  type DeliveryFolder,
  findEventToAddTo,
  folderName,
  listDeliveryFolders,
} from '#server/features/galleries/deliveries/delivery-folders.repository.ts';
import { isNeverPhoto } from '#server/features/galleries/deliveries/names-without-photos.ts';
import {
  renameDelivery,
  takeBackDelivery,
} from '#server/features/galleries/deliveries/take-back-delivery.ts';
import { requireGallery } from '#server/features/galleries/galleries/load-gallery.ts';
import { createGallery } from '#server/features/galleries/galleries/save-gallery.ts';
import { pathWithoutErased } from '#server/features/galleries/photos/erased-names.ts';
import { cachePrivately, sendPicture } from '#server/rest/downloads/send-picture.ts';
import type { FileRouteDependencies } from '#server/rest/file-route-dependencies.ts';
import { tooLarge } from '#server/rest/uploads/receive-upload.ts';
import { uploadRefusal } from '#server/rest/uploads/upload-refusal.ts';
import type { RequestContext, SignedIn } from '#server/trpc/request-context.ts';
import { type DavPath, DavRefusal, type DavResource, type DavStore, type IncomingBody } from './dav-store.ts';
import { drain, receiveBody } from './receive-body.ts';

type Keyed = SignedIn & { key: NonNullable<SignedIn['key']> };
type Place = { folder: DeliveryFolder; path: DeliveryPath };

/** Explorer sets these after each copy and fails where they are refused; none is kept. */
const ACCEPTED_PROPERTIES = /^\{urn:schemas-microsoft-com:\}Win32|^\{DAV:\}(getlastmodified|creationdate)$/;
/** Beyond the limit of uploads each waits so long: programs repeat what is answered 429 at once. */
const SLOW_MS = 2_000;
const NOT_KEPT = 'application/octet-stream';

/** Galleries as folders `<slug of the event>/<name>`, and in them what this key has put there. */
export function galleryStore(
  req: Request,
  ctx: RequestContext,
  viewer: Keyed,
  dependencies: FileRouteDependencies,
): DavStore {
  const { db, clock } = ctx;
  const deliverer = { userId: viewer.id, keyId: viewer.key.id };
  const needs = { ...ctx, ...dependencies, viewer };
  let known: Promise<DeliveryFolder[]> | undefined;
  const folders = () => (known ??= listDeliveryFolders(db, viewer));
  const folderAt = async ([event, name]: DavPath) =>
    (await folders()).find((folder) => folder.event === event && folder.name === name);

  async function placeOf(path: DavPath): Promise<Place | undefined> {
    const folder = path.length === 3 ? await folderAt(path) : undefined;
    if (!folder) return undefined;
    const { galleryId } = folder;
    const name = await pathWithoutErased(ctx, db, { galleryId, name: path[2] ?? '' });
    return { folder, path: { ...deliverer, galleryId, name } };
  }

  async function requirePlace(path: DavPath): Promise<Place> {
    const place = await placeOf(path);
    if (!place || Buffer.byteLength(place.path.name) > 255) throw new DavRefusal(403);
    return place;
  }

  const shownAt = async (place: Place): Promise<Delivery | undefined> => {
    const delivery = await findDelivery(db, place.path);
    return delivery && isShown(delivery, clock.now()) ? delivery : undefined;
  };

  async function findFolder(path: DavPath): Promise<DavResource | undefined> {
    if (path.length === 0) return folderResource([], ctx.startedAt, ctx.startedAt);
    if (path.length === 2) {
      const folder = await folderAt(path);
      return folder && folderResource(path, folder.createdAt, folder.updatedAt);
    }
    const [event = ''] = path;
    const inside = (await folders()).find((folder) => folder.event === event);
    if (inside) return folderResource(path, inside.createdAt, inside.updatedAt);
    const open = await findEventToAddTo(db, viewer, event);
    return open && folderResource(path, open.created_at, open.created_at);
  }

  async function putPhoto(
    { folder, path }: Place,
    body: IncomingBody,
  ): Promise<{ created: boolean; etag: string }> {
    await slowDown(ctx, viewer);
    const before = await findDelivery(db, path);
    const created = !before || !isShown(before, clock.now());
    const { maxBytes } = dependencies;
    const noted = { bytes: body.length ?? 0, sha256: null as Buffer | null };
    try {
      if ((body.length ?? 0) > maxBytes) throw tooLarge(maxBytes);
      const gallery = await requireGallery(ctx, viewer, folder.galleryId, 'uploadPhotos');
      const expected = { atLeast: body.length ?? 1, atMost: body.length ?? Number.MAX_SAFE_INTEGER };
      await requireRoomForUpload(db, gallery.id, expected, clock.now());
      const file = await receiveBody(req, body.length, dependencies);
      Object.assign(noted, { bytes: file.bytes, sha256: file.sha256 });
      if (file.bytes === 0) {
        await file.discard();
        return await putNothing({ folder, path }, body, 0);
      }
      if (body.onlySame && !(before && !created && before.sha256?.equals(file.sha256))) {
        await file.discard();
        throw new DavRefusal(412);
      }
      const { path: temporaryPath, sha256, bytes } = file;
      const delivery = await deliverPhoto(needs, viewer, path, { temporaryPath, sha256, bytes });
      return { created, etag: etagOf(delivery) };
    } catch (error) {
      if (error instanceof DavRefusal) throw error;
      const known = uploadRefusal(error);
      await noteRefusal(path, noted, known);
      throw known;
    }
  }

  /** What can never become a photo is listed, so that programs do not send it at each run; the owner of the key reads of it. */
  async function noteRefusal(
    path: DeliveryPath,
    sent: { bytes: number; sha256: Buffer | null },
    error: unknown,
  ): Promise<void> {
    const now = clock.now();
    if (error instanceof AppError && (error.status === 413 || error.status === 415)) {
      ctx.log.info(
        { file: path.name, gallery: path.galleryId, code: error.code },
        'refused a delivered file',
      );
      await saveDelivery(db, path, { state: 'refused', refusal: error.code, failed_at: now, ...sent }, now);
    } else await noteFailure(db, path, now);
  }

  /** A name without a photo. Explorer sends an empty file before each photo, also over one that is there. */
  async function putNothing(place: Place, body: IncomingBody, bytes: number) {
    const there = await shownAt(place);
    if (body.onlySame && !(there?.state === 'placeholder' && bytes === 0)) throw new DavRefusal(412);
    if (there && there.state !== 'placeholder') return { created: false, etag: etagOf(there) };
    const held = await saveDelivery(db, place.path, { state: 'placeholder', bytes }, clock.now());
    return { created: !there, etag: etagOf(held) };
  }

  return {
    async find(path) {
      if (path.length < 3) return findFolder(path);
      const place = await placeOf(path);
      const delivery = place && (await shownAt(place));
      return delivery && fileResource(path, delivery);
    },
    async list(path) {
      const all = await folders();
      if (path.length === 0) {
        const first = new Map(all.map((folder) => [folder.event, folder]));
        return [...first.values()].map(({ event, createdAt, updatedAt }) =>
          folderResource([event], createdAt, updatedAt),
        );
      }
      const [event = ''] = path;
      if (path.length === 1)
        return all
          .filter((folder) => folder.event === event)
          .map(({ name, createdAt, updatedAt }) => folderResource([event, name], createdAt, updatedAt));
      const folder = await folderAt(path);
      const files = folder ? await listDeliveries(db, deliverer, folder.galleryId, clock.now()) : [];
      return files.map((file) => fileResource([...path, file.name], file));
    },
    async send(_req: Request, res: Response, { path }) {
      const place = await requirePlace(path);
      const delivery = await shownAt(place);
      if (!delivery) throw new DavRefusal(404);
      if (delivery.state === 'placeholder') {
        res
          .set({ ETag: `"${etagOf(delivery)}"`, 'Content-Length': '0' })
          .type(NOT_KEPT)
          .status(200)
          .end();
        return;
      }
      // Another version, or one that was hidden or deleted, is not what this key has sent.
      const photo = await findUnchanged(ctx, delivery);
      if (!photo || photo.is_taken_down) throw new DavRefusal(404);
      await sendPicture(req, res, dependencies.store, {
        key: photo.original_key,
        etag: etagOf(delivery),
        bytes: photo.bytes,
        mime: photo.mime,
        filename: photo.filename,
        asAttachment: false,
        cache: cachePrivately,
      });
    },
    async put(path, body) {
      const place = await requirePlace(path);
      if (isNeverPhoto(path[2] ?? '') || body.length === 0) return putNothing(place, body, await drain(req));
      return putPhoto(place, body);
    },
    async hold(path) {
      const place = await requirePlace(path);
      await saveDelivery(db, place.path, { state: 'placeholder', bytes: 0 }, clock.now());
    },
    async makeFolder(path) {
      const [slug = '', name = ''] = path;
      const event = path.length === 2 ? await findEventToAddTo(db, viewer, slug) : undefined;
      if (!event || folderName(name) !== name) throw new DavRefusal(403);
      const input = createGalleryInput.safeParse({
        name,
        event_id: event.id,
        photographer_id: viewer.id,
        visibility: 'private',
      });
      if (!input.success) throw new DavRefusal(403);
      // Of several that ask at once, one makes it.
      if ((await createGallery(needs, input.data, { unlessThere: true })) === undefined)
        throw new DavRefusal(405);
    },
    async remove(path) {
      if (path.length < 3) throw new DavRefusal((await findFolder(path)) ? 403 : 404);
      await takeBackDelivery(needs, (await requirePlace(path)).path);
    },
    async move(from, to) {
      const [source, target] = [await requirePlace(from), await requirePlace(to)];
      if (source.folder.galleryId !== target.folder.galleryId) throw new DavRefusal(403);
      const { name } = target.path;
      const moved = await shownAt(source);
      // The bytes of such names were not kept: the photo has to be sent under its own.
      if (moved?.state === 'placeholder' && moved.bytes > 0) throw new DavRefusal(409);
      if (moved?.state === 'taken' && isNeverPhoto(to[2] ?? '')) throw new DavRefusal(403);
      await renameDelivery(needs, source.path, name);
    },
    async copy() {
      throw new DavRefusal(403);
    },
    deadProperties: async () => [],
    mayKeep: (name) => ACCEPTED_PROPERTIES.test(name),
    setProperties: async () => undefined,
    async quota(path) {
      const folder = path.length === 2 ? await folderAt(path) : undefined;
      const quotas = folder ? await listQuotasOfGallery(db, folder.galleryId) : [];
      const [fullest] = quotas
        .map(({ bytes, quota_bytes }) => ({ used: bytes, available: Math.max(0, quota_bytes - bytes) }))
        .sort((a, b) => a.available - b.available);
      return fullest;
    },
  };
}

const folderResource = (path: DavPath, createdAt: Date, modifiedAt: Date): DavResource => ({
  path,
  isFolder: true,
  bytes: 0,
  etag: '',
  mime: '',
  createdAt,
  modifiedAt,
});

const fileResource = (path: DavPath, delivery: Delivery): DavResource => ({
  path,
  isFolder: false,
  bytes: delivery.bytes,
  etag: etagOf(delivery),
  mime: NOT_KEPT,
  createdAt: delivery.sent_at,
  modifiedAt: delivery.sent_at,
});

const etagOf = ({ state, sha256, id, bytes }: Delivery): string =>
  sha256 && state !== 'placeholder' ? sha256.toString('hex').slice(0, 32) : `${id}-${bytes}`;

async function slowDown(ctx: RequestContext, viewer: SignedIn): Promise<void> {
  await ctx.rateLimits.limitRequests('upload', viewer.id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'too_many_attempts') return delay(SLOW_MS);
    throw error;
  });
}
