import { minuteMs } from '#server/contract/lifetimes.ts';

/**
 * Photos of a gallery belong to one upload as long as at most this time passes between them: on a slow line each takes half a
 * minute.
 */
export const uploadGapMs = 10 * minuteMs;

/** The photographer of an upload is notified after this time without a photo, because a pause this long is mostly the end. */
export const uploadQuietMs = minuteMs;
