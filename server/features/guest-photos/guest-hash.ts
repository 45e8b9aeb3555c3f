import { createHash } from 'node:crypto';

/** What is stored of the secret by which a guest's browser is known. */
export const guestHashOf = (guestKey: string): string =>
  createHash('sha256').update(guestKey).digest('base64url');
