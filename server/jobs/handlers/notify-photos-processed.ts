import type { Needs } from '#server/app-context.ts';
import { minuteMs } from '#server/contract/lifetimes.ts';
import { notifyPhotographer } from '#server/features/galleries/galleries/notify-photographer.ts';
import { msUntilUploadIsOver } from '#server/features/galleries/photos/photo-analyses.repository.ts';
import { uploadQuietMs } from '#server/features/galleries/photos/upload-gap.ts';
import { type JobHandler, type JobRules, SECOND_MS } from '../job-handler.ts';

export type NotifyPhotosProcessedPayload = { gallery_id: string };

export const notifyPhotosProcessedRules: JobRules<NotifyPhotosProcessedPayload> = {
  key: ({ gallery_id }) => gallery_id,
  delayMs: uploadQuietMs,
  retry: { attempts: 10, firstPauseMs: 2 * SECOND_MS, longestPauseMs: 5 * minuteMs },
};

type Dependencies = Needs<'db' | 'bus' | 'jobs' | 'mail'>;

/** Notifies once that the photos of an upload are processed. The grouping after an analysis enqueues it. */
export function notifyPhotosProcessed(ctx: Dependencies): JobHandler<NotifyPhotosProcessedPayload> {
  return {
    async run({ gallery_id }) {
      const leftMs = await msUntilUploadIsOver(ctx.db, gallery_id, uploadQuietMs);
      if (leftMs === 0) await notifyPhotographer(ctx, gallery_id);
      else if (Number.isFinite(leftMs))
        await ctx.db
          .transaction()
          .execute((trx) => ctx.jobs.enqueue(trx, 'notify-photos-processed', [{ gallery_id }]));
    },
  };
}
