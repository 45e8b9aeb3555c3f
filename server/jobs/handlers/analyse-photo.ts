import type { Kysely, Transaction } from 'kysely';
import {
  type Analysis,
  agree,
  carryOverFaceIds,
  type FaceEngine,
  FaceEngineError,
  type Imaging,
  type Metric,
} from '#ml/index.ts';
import type { Needs } from '#server/app-context.ts';
import { minuteMs } from '#server/contract/lifetimes.ts';
import type { DB } from '#server/db/tables.ts';
import {
  analysisSettings,
  analysisStamp,
  getFaceSettings,
} from '#server/features/faces/recognition/face-settings.ts';
import { listBoxes, saveFaces } from '#server/features/faces/recognition/save-faces.repository.ts';
import {
  failAnalysis,
  finishAnalysis,
  listOpenWithoutJob,
  markProcessing,
  requeueFailedAnalysis,
} from '#server/features/galleries/photos/photo-analyses.repository.ts';
import { noteRefusersOf } from '#server/features/galleries/photos/removed-refusers.repository.ts';
import { originalForEngine } from '#server/jobs/original-for-face-engine.ts';
import { type PhotoStore, StoredFileMissing } from '#server/storage/photo-store.ts';
import { renditionKey } from '#server/storage/storage-keys.ts';
import { PermanentFailure, TransientFailure } from '../job-failure.ts';
import { type JobHandler, type JobRules, SECOND_MS } from '../job-handler.ts';

export type AnalysePhotoPayload = {
  photo_id: string;
  /** It was analysed before it was deleted: nobody is told that it is ready. */
  is_restored?: true;
};

export const analysePhotoRules: JobRules<AnalysePhotoPayload> = {
  key: ({ photo_id }) => photo_id,
  delayMs: 0,
  retry: { attempts: 3, firstPauseMs: 2 * SECOND_MS, longestPauseMs: minuteMs },
  // One more than there are workers, so that the next photo is claimed before a worker is free.
  concurrency: (faceWorkers) => faceWorkers + 1,
  needsFaceEngine: true,
};

type Dependencies = Needs<'db' | 'bus' | 'jobs' | 'engine' | 'log' | 'clock'> & {
  store: PhotoStore;
  imaging: Pick<Imaging, 'crop'>;
  maxPixels: number;
  faceEngine: Pick<FaceEngine, 'analyse'>;
};
type Settings = Awaited<ReturnType<typeof getFaceSettings>>;
type PhotoRow = {
  id: string;
  gallery_id: string;
  rendition_version: number;
  original_key: string;
  bytes: number;
  width: number;
  height: number;
};

/** Finds the faces of one photo and has its gallery clustered again. */
export function analysePhoto(dependencies: Dependencies): JobHandler<AnalysePhotoPayload> {
  /** The stamp of each attempt, by the payload object that `run` and `onFailed` of one attempt are both given. */
  const stamps = new WeakMap<AnalysePhotoPayload, string>();
  return {
    async run(payload, signal) {
      const { photo_id, is_restored = false } = payload;
      const photo = await findPhoto(dependencies.db, photo_id);
      if (!photo) return; // deleted while it waited
      const settings = await getFaceSettings(dependencies.db, dependencies.engine);
      const stamp = analysisStamp(settings, dependencies.engine);
      stamps.set(payload, stamp);
      const analysis = await analyse(dependencies, photo, settings, signal);
      await dependencies.db.transaction().execute((trx) =>
        saveAnalysis(dependencies, trx, photo, analysis, {
          settings,
          stamp,
          is_restored,
        }),
      );
      dependencies.bus.publish({ topic: `gallery:${photo.gallery_id}`, kind: 'progress' });
    },

    onClaimed: (trx, payloads) =>
      markProcessing(
        trx,
        payloads.map((payload) => payload.photo_id),
      ),

    async onFailed(trx, payload, failure) {
      const { photo_id } = payload;
      if (!failure.final) return requeueFailedAnalysis(trx, photo_id, failure);
      // An attempt that ended before it read the settings, or with its server, gets those of today.
      const stamp =
        stamps.get(payload) ??
        analysisStamp(await getFaceSettings(trx, dependencies.engine), dependencies.engine);
      const gallery_id = await failAnalysis(trx, photo_id, failure, stamp);
      if (gallery_id) await dependencies.jobs.enqueue(trx, 'cluster-gallery', [{ gallery_id }]);
    },

    onChanged: () => dependencies.bus.publish({ topic: 'jobs', kind: 'changed' }),

    async enqueueMissing(trx) {
      const rows = await listOpenWithoutJob(trx);
      if (rows.length > 0) await dependencies.jobs.enqueue(trx, 'analyse-photo', rows);
      return rows.length;
    },
  };
}

function findPhoto(db: Kysely<DB>, id: string): Promise<PhotoRow | undefined> {
  return db
    .selectFrom('photo')
    .select(['id', 'gallery_id', 'rendition_version', 'original_key', 'bytes', 'width', 'height'])
    .where('id', '=', id)
    .executeTakeFirst();
}

async function analyse(
  dependencies: Dependencies,
  photo: PhotoRow,
  settings: Settings,
  signal: AbortSignal,
): Promise<Analysis> {
  const { store, faceEngine } = dependencies;
  const key = renditionKey(photo.id, 'large', photo.rendition_version);
  const request = {
    ...analysisSettings(settings),
    original: originalForEngine(dependencies, photo),
  };
  try {
    return await store.withLocalFile(key, (path) => faceEngine.analyse({ path, ...request }, signal));
  } catch (error) {
    if (error instanceof StoredFileMissing) {
      throw new TransientFailure('photo_file_missing', error.message, { cause: error });
    }
    if (!(error instanceof FaceEngineError)) throw error;
    if (error.permanent) throw new PermanentFailure('image_unreadable', error.message, { cause: error });
    throw new TransientFailure('engine_failed', error.message, { cause: error });
  }
}

/**
 * Running twice writes the same: faces found again keep their ids, the others are replaced. In a photo that was replaced a face is found
 * again only where it looks the same, too: what was said of it is never given to whoever is nearest.
 */
async function saveAnalysis(
  { jobs, clock }: Dependencies,
  trx: Transaction<DB>,
  { id: photoId, original_key }: PhotoRow,
  analysis: Analysis,
  { settings, stamp, is_restored }: { settings: Settings; stamp: string; is_restored: boolean },
): Promise<void> {
  const photo = await trx
    .selectFrom('photo')
    .select(['id', 'gallery_id', 'awaits_grouping'])
    .where('id', '=', photoId)
    // Replaced meanwhile: its new picture has an analysis of its own.
    .where('original_key', '=', original_key)
    .forUpdate()
    .executeTakeFirst();
  if (!photo) return;
  const { recognition_model: recogniser, distance_metric, effective_match_threshold } = settings;
  const known = await listBoxes(trx, photoId, photo.awaits_grouping ? recogniser : null);
  const looksTheSame = (from: number, to: number) =>
    agree(
      known[from]!.embedding,
      analysis.faces[to]!.embedding,
      distance_metric as Metric,
      effective_match_threshold,
    );
  const matches = carryOverFaceIds(
    known.map(({ id, x, y, w, h }) => ({ id, box: { x, y, w, h } })),
    analysis.faces.map((face) => face.box),
    photo.awaits_grouping ? looksTheSame : undefined,
  );
  const found = analysis.faces.map((face, index) => ({ ...face, matches: matches[index] ?? null }));
  if (photo.awaits_grouping) {
    const again = new Set(matches);
    const lost = known.filter(({ id }) => !again.has(id)).map(({ id }) => id);
    await noteRefusersOf(trx, lost, clock);
  }
  const { pipelineVersion } = analysis;
  await saveFaces(trx, photo, found, { recogniser, pipelineVersion, isReplaced: photo.awaits_grouping });
  await finishAnalysis(trx, photoId, { faces: found.length, stamp, is_restored });
  // A photo without faces needs it too: the clustering job notifies the photographer after the last photo.
  await jobs.enqueue(trx, 'cluster-gallery', [{ gallery_id: photo.gallery_id }]);
}
