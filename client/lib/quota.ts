const nearlyFullShare = 0.9;

/** Whether a quota is used so far that people should see it. */
export const isNearlyFull = (bytes: number, quotaBytes: number): boolean =>
  bytes >= quotaBytes * nearlyFullShare;
