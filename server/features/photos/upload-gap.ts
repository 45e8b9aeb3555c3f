import { minuteMs } from '#server/contract/lifetimes.ts';

/** Photos of a gallery belong to one upload as long as no more time passes between them: on a slow line each takes half a minute. */
export const uploadGapMs = 10 * minuteMs;

/** Its photographer is notified earlier, after so long without a photo, because a pause that long is mostly the end. */
export const uploadQuietMs = minuteMs;
