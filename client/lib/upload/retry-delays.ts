/**
 * Pauses before a request is tried again by itself; after the last one the file is shown as failed until its user tries
 * again or the connection is back.
 */
export const retryDelaysMs = [500, 2_000, 5_000];
