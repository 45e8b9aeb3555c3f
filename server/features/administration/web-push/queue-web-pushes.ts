import type { Needs } from '#server/app-context.ts';
import { isEvening } from '#server/contract/evening-hours.ts';
import { lifetimes, minuteMs } from '#server/contract/lifetimes.ts';
import { isPushOn } from './tell-device.ts';
import { removeEndedDevices } from './web-push-devices.repository.ts';
import { openEvenings, removeOldEvenings } from './web-push-evenings.repository.ts';

/** Photos may still be added or analysed: where there was nothing new, it is looked for again after this time. */
const LOOK_AGAIN_MS = 30 * minuteMs;

/** Ends devices that are told no more, and in the evening queues one job for each account with others. */
export async function queueWebPushes(ctx: Needs<'db' | 'jobs' | 'clock' | 'push'>): Promise<number> {
  const now = ctx.clock.now();
  const day = ctx.clock.today();
  const isOn = await isPushOn(ctx);
  await removeEndedDevices(ctx.db, { isOn, now, today: day });
  await removeOldEvenings(ctx.db, now);
  if (!isOn || !isEvening(now)) return 0;
  return ctx.db.transaction().execute(async (trx) => {
    const accounts = await openEvenings(trx, {
      day,
      now,
      lookAgainBefore: new Date(now.getTime() - LOOK_AGAIN_MS),
      oldest: new Date(now.getTime() - lifetimes.pushEveningKeptMs),
    });
    if (accounts.length > 0)
      await ctx.jobs.enqueue(
        trx,
        'send-web-push',
        accounts.map((user_id) => ({ user_id, day })),
      );
    return accounts.length;
  });
}
