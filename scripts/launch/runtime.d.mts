/** What the tests import of runtime.mjs; the launcher itself runs without a build step on Node 20. */
export const OLDEST_RUNTIME: number;
export function findBundled(root: string, platform: string): { path?: string; fault?: string };
