/** What this server signs messages to phones with (RFC 8292): a point and a number of P-256, as base64url. */
export type PushKeys = { publicKey: string; privateKey: string };
