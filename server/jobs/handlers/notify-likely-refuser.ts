import type { Needs } from '#server/app-context.ts';
import { minuteMs } from '#server/contract/lifetimes.ts';
import {
  type LikelyRefuser,
  notifyAfterGuardPicture,
} from '#server/features/sharing/share-links/notify-after-guard-picture.ts';
import { type JobHandler, type JobRules, SECOND_MS } from '../job-handler.ts';

export type NotifyLikelyRefuserPayload = LikelyRefuser;

export const notifyLikelyRefuserRules: JobRules<NotifyLikelyRefuserPayload> = {
  key: ({ club_person_id, said_by }) => `${club_person_id} ${said_by}`,
  delayMs: 0,
  retry: { attempts: 10, firstPauseMs: 2 * SECOND_MS, longestPauseMs: 5 * minuteMs },
  needsFaceEngine: true,
};

type Dependencies = Needs<'db' | 'bus' | 'jobs' | 'mail' | 'clock' | 'engine'>;

/** Compares a picture that was given to keep photos inside with galleries that people outside see. Saving the picture enqueues it. */
export const notifyLikelyRefuserJob = (ctx: Dependencies): JobHandler<NotifyLikelyRefuserPayload> => ({
  run: (payload) => notifyAfterGuardPicture(ctx, payload),
});
