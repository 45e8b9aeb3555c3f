/** The percentage of a quota from which on people are notified. */
const NEARLY_FULL = 90;
const FULL = 100;
export type QuotaNotice = 0 | typeof NEARLY_FULL | typeof FULL;

/** Whether a quota is used so far that people should see it; both in bytes. */
export const isNearlyFull = (bytes: number, quotaBytes: number): boolean =>
  bytes * 100 >= quotaBytes * NEARLY_FULL;

export interface UsedQuota {
  photos: number;
  bytes: number;
  /** Null: no quota. */
  quota_bytes: number | null;
}

/**
 * The notice that is due: 0, none; nearly full, from that percentage on; full, once another photo of the club's mean size would not fit.
 * The sum itself hardly reaches the quota, because photos over the quota are refused.
 */
export function quotaNotice({ photos, bytes, quota_bytes }: UsedQuota): QuotaNotice {
  if (quota_bytes === null || photos === 0 || !isNearlyFull(bytes, quota_bytes)) return 0;
  return bytes + bytes / photos > quota_bytes ? FULL : NEARLY_FULL;
}
