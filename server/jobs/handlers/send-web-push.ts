import type { Needs } from '#server/app-context.ts';
import { minuteMs } from '#server/contract/lifetimes.ts';
import {
  PushNotTaken,
  type PushTransport,
} from '#server/features/administration/web-push/sending/push-transport.ts';
import { tellEvening } from '#server/features/administration/web-push/tell-evening.ts';
import { closeEvening } from '#server/features/administration/web-push/web-push-evenings.repository.ts';
import { TransientFailure } from '../job-failure.ts';
import type { JobHandler, JobRules } from '../job-handler.ts';

export type SendWebPushPayload = { user_id: string; day: string };

export const sendWebPushRules: JobRules<SendWebPushPayload> = {
  key: ({ user_id }) => user_id,
  delayMs: 0,
  // Pauses of 1, 4, 16 and 64 minutes: by then the evening is nearly over.
  retry: { attempts: 5, firstPauseMs: minuteMs, longestPauseMs: 64 * minuteMs },
};

type Dependencies = Parameters<typeof tellEvening>[0] &
  Needs<'clock'> & { pushTransport: PushTransport | null };

/** Tells the phones of one account. Each is told at most once an evening, also where this server is killed in between. */
export function sendWebPush(dependencies: Dependencies): JobHandler<SendWebPushPayload> {
  const { pushTransport, clock } = dependencies;
  return {
    async run({ user_id: userId, day }) {
      if (!pushTransport) return;
      try {
        await tellEvening(dependencies, pushTransport, { userId, day });
      } catch (error) {
        throw error instanceof PushNotTaken ? new TransientFailure('push_not_sent', error.message) : error;
      }
    },

    async onFailed(trx, { user_id: userId, day }, { final }) {
      if (final) await closeEvening(trx, { userId, day }, { state: 'done' }, clock.now());
    },
  };
}
