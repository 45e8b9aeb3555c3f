/** What a server process does: answers requests, works in the background, or both where it is the only one. */
export const processRoles = ['all', 'web', 'worker'] as const;
export type ProcessRole = (typeof processRoles)[number];
