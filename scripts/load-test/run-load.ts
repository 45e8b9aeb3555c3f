import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiClient, ApiRefusal, listAllPhotos } from '../support/api-client.ts';
import { type LoadTestReport, quantile } from './load-test-report.ts';
import { findPictures, uniquePicture } from './pictures.ts';
import { megabytesOf, type ProcessUse, secondsBetween, usesOf } from './process-use.ts';

const LOOK_MS = 250;
/** No photo takes so long; the load test gives up then. */
const GIVE_UP_MS = 30 * 60 * 1000;

export type LoadPlan = {
  photographer: ApiClient;
  galleryId: string;
  photos: number;
  concurrency: number;
  /** A folder of JPEGs; unset: the sample photos. */
  from?: string | undefined;
  /** The server's process, where it runs on this machine. */
  pid?: number | undefined;
};
type Summary = { processing: boolean; pending_photos: number; total_photos: number; unique_faces: number };

/** Uploads photos and waits until the people in them are ready, looking on all the while. */
export async function runLoad(plan: LoadPlan): Promise<LoadTestReport> {
  const { photographer, galleryId, photos, concurrency } = plan;
  const pictures = await findPictures(plan.from);
  const stamp = `${Date.now()}`;
  const answerMs: number[] = [];
  const answeredAt: number[] = [];
  let bytesSent = 0;
  let refused = 0;
  let next = 0;
  const uploader = async () => {
    while (next < photos) {
      const n = next++;
      const path = pictures[n % pictures.length] ?? '';
      const bytes = await uniquePicture(path, `load ${stamp} ${n}`);
      const began = performance.now();
      try {
        await photographer.upload(galleryId, bytes, `${n}-${basename(path)}`);
        answeredAt.push(performance.now());
        bytesSent += bytes.length;
      } catch (error) {
        if (!(error instanceof ApiRefusal)) throw error;
        refused += 1;
      }
      answerMs.push(performance.now() - began);
    }
  };
  const use = () => (plan.pid === undefined ? null : usesOf(plan.pid));
  const onlooker = lookOn(plan, answeredAt, use);
  const before = use();
  const began = performance.now();
  try {
    await Promise.all(Array.from({ length: concurrency }, uploader));
    const uploadedMs = performance.now() - began;
    const answered = use();
    await requireSmallPictures(plan);
    const smallMs = performance.now() - began;
    const people = await untilPeopleReady(plan);
    const readyMs = performance.now() - began;
    const ready = use();
    const stored = answeredAt.length;
    return {
      photos: stored,
      concurrency,
      megabytes: bytesSent / 1e6,
      refused,
      answerMs: { p50: quantile(answerMs, 0.5), p99: quantile(answerMs, 0.99) },
      uploadsPerSecond: (stored / uploadedMs) * 1000,
      photosPerSecondToPeople: (stored / readyMs) * 1000,
      secondsToAnswered: uploadedMs / 1000,
      secondsToSmall: smallMs / 1000,
      secondsToPeople: readyMs / 1000,
      processorSeconds: before &&
        answered &&
        ready && {
          answered: secondsBetween(before, answered),
          people: secondsBetween(before, ready),
        },
      people,
      ...(await onlooker.end()),
    };
  } finally {
    await onlooker.end();
  }
}

/** Small pictures are there once an upload is answered. @throws ApiRefusal where one is not */
async function requireSmallPictures({ photographer, galleryId }: LoadPlan): Promise<void> {
  for (const { id } of await listAllPhotos(photographer, galleryId))
    await photographer.download(id, '?size=small');
}

/** Waits until recognition and grouping of a gallery have ended. Answers how many people are in it. */
export async function untilPeopleReady({
  photographer,
  galleryId,
}: Pick<LoadPlan, 'photographer' | 'galleryId'>): Promise<number> {
  const deadline = Date.now() + GIVE_UP_MS;
  for (;;) {
    const summary = await summaryOf(photographer, galleryId);
    if (!summary.processing && summary.pending_photos === 0) return summary.unique_faces;
    if (Date.now() > deadline) throw new Error(`${summary.pending_photos} photos are still waiting`);
    await delay(LOOK_MS);
  }
}

function summaryOf(photographer: ApiClient, galleryId: string): Promise<Summary> {
  return photographer.call<Summary>('GET', `/facerecognition/galleries/${galleryId}/summary`);
}

/** Watches queue, memory and how long other requests take, until told to end. */
function lookOn({ photographer, galleryId }: LoadPlan, answeredAt: number[], use: () => ProcessUse[] | null) {
  const bystanderMs: number[] = [];
  let oldestMs = 0;
  let peak: LoadTestReport['peak'] = null;
  let ending = false;
  const watch = async () => {
    while (!ending) {
      const began = performance.now();
      await photographer.call('GET', '/auth/me');
      bystanderMs.push(performance.now() - began);
      const { total_photos, pending_photos } = await summaryOf(photographer, galleryId);
      // First come, first served: as many as are done, so far back stands the oldest.
      const oldest = pending_photos > 0 ? answeredAt[total_photos - pending_photos] : undefined;
      if (oldest !== undefined) oldestMs = Math.max(oldestMs, performance.now() - oldest);
      const uses = use();
      if (uses) {
        const now = megabytesOf(uses);
        if (now.pssMb > (peak?.pssMb ?? 0)) peak = { ...now, processes: uses };
      }
      await delay(LOOK_MS);
    }
  };
  const watching = watch();
  watching.catch(() => undefined); // told by end()
  return {
    async end() {
      ending = true;
      await watching;
      return {
        bystanderMs: { p50: quantile(bystanderMs, 0.5), p99: quantile(bystanderMs, 0.99) },
        oldestInQueueSeconds: oldestMs / 1000,
        peak,
      };
    },
  };
}
