/** What a key for programs opens, each more than those before. What they mean in a gallery: permissions.ts. */
export const keyScopes = ['read', 'upload', 'manage'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Begins every key, so that scanners of source code find one that was published. */
export const keyPrefix = 'clk_';

export const includesScope = (scope: KeyScope, wanted: KeyScope): boolean =>
  keyScopes.indexOf(scope) >= keyScopes.indexOf(wanted);
