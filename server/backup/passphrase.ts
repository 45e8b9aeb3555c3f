/** Characters of a passphrase, at least. Apart from encryption.ts, which is not loaded where nothing is encrypted. */
export const SHORTEST_PASSPHRASE = 12;
