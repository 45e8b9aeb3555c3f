import { createHash } from 'node:crypto';

/** The hash under which the secret of a guest's browser is stored. */
export const guestHashOf = (guestKey: string): string =>
  createHash('sha256').update(guestKey).digest('base64url');
