import type { Readable } from 'node:stream';
import { ImagingError, xmpSidecar } from '#ml/index.ts';
import type { Viewer } from '#server/contract/permissions.ts';
import { namesToSave } from '#server/features/faces/gallery-people/names-to-save.repository.ts';
import { type DownloadRow, findDownloads } from '#server/features/galleries/photos/downloads.repository.ts';
import { photoExists } from '#server/features/galleries/photos/photo-files.repository.ts';
import { tellOfCutFile } from '#server/features/galleries/photos/report-cut-file.ts';
import { requireWhole, StoredFileCut, StoredFileMissing } from '#server/storage/photo-store.ts';
import type { RequestContext } from '#server/trpc/request-context.ts';
import type { PhotoAudience } from '#server/visibility/photo-visibility.sql.ts';
import type { FileRouteDependencies } from '../file-route-dependencies.ts';
import { pictureOf, type StoredFile } from './picture-for-audience.ts';
import { type ArchiveEntry, ClockTime } from './send-zip.ts';

type Dependencies = Pick<FileRouteDependencies, 'store' | 'imaging' | 'maxPixels'>;

/** Photos per query; the right is checked again after each group. */
const AT_ONCE = 20;

export interface Archive {
  ids: string[];
  audience: PhotoAudience;
  /** Who saves the names of people beside the photos; undefined: nobody. */
  namesFor?: Viewer | undefined;
  /**
   * Checks the right again after each group of photos while the archive is sent, and returns the audience to use from then on.
   * Throws when the right has been withdrawn.
   */
  recheck(): Promise<PhotoAudience>;
}

/** Of a photo, what a clock showed at the place when it was taken; else what the server's clock showed when it came. */
function clockTimeOf({ taken_at_local: local, created_at }: DownloadRow): ClockTime {
  if (local !== null) return new ClockTime(`${local.length > DAY_LENGTH ? local : `${local}T12:00:00.000`}Z`);
  return new ClockTime(created_at.getTime() - created_at.getTimezoneOffset() * 60_000);
}
const DAY_LENGTH = 10;

/** The files of an archive in the order of `ids`, with the names they should have in it; send-zip.ts makes these unique. */
export async function* entriesOf(
  ctx: RequestContext,
  dependencies: Dependencies,
  archive: Archive,
): AsyncGenerator<ArchiveEntry> {
  for (let start = 0; start < archive.ids.length; start += AT_ONCE) {
    const audience = start > 0 ? await archive.recheck() : archive.audience;
    const ids = archive.ids.slice(start, start + AT_ONCE);
    const photos = await findDownloads(ctx.db, audience, ids);
    const named = archive.namesFor ? await namesToSave(ctx, archive.namesFor, ids) : undefined;
    for (const photo of photos) {
      const people = named?.get(photo.id);
      const entry = await entryOf(ctx, dependencies, audience, photo);
      yield people ? { ...entry, sidecar: xmpSidecar(people) } : entry;
    }
  }
}

/**
 * A file of the archive: its name there, its time and how it is read. The name is known only with the file: a copy that had to
 * be encoded anew has another ending.
 */
async function entryOf(
  ctx: RequestContext,
  dependencies: Dependencies,
  audience: PhotoAudience,
  photo: DownloadRow,
): Promise<ArchiveEntry> {
  const isStillThere = () => photoExists(ctx.db, photo);
  const absent = async (error: unknown): Promise<'gone' | 'missing'> => {
    // One ruined photo does not spoil the archive of all the others.
    if (error instanceof ImagingError) return 'missing';
    if (error instanceof StoredFileCut) {
      await tellOfCutFile(ctx, photo.gallery_id, error);
      return 'missing';
    }
    if (!(error instanceof StoredFileMissing)) throw error;
    return (await isStillThere()) ? 'missing' : 'gone';
  };
  const wanted = { size: 'original', audience, isStillThere } as const;
  const { store } = dependencies;
  const found: StoredFile | 'gone' | 'missing' = await pictureOf(dependencies, photo, wanted).catch(absent);
  const openWhole = async ({ key, bytes }: StoredFile): Promise<Readable> => {
    if (bytes !== undefined) await requireWhole(store, { original_key: key, bytes });
    return store.openRead(key);
  };
  const open = async (): Promise<Readable | 'gone' | 'missing'> =>
    typeof found === 'string' ? found : openWhole(found).catch(absent);
  const { filename } = typeof found === 'string' ? photo : found;
  return { filename, time: clockTimeOf(photo), open };
}
