/** Added photos that one request compares with those that were there: each takes a moment. Not a count limit: the first visit has those. */
export const newerVersionsAtOnce = 20;
