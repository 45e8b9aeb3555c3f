import { z } from 'zod';

/** What a link in a mail would confirm. */
export const emailTokenOwner = z.object({
  username: z.string(),
  email: z.string(),
  /** The account has another address so far. */
  is_change: z.boolean(),
});
export const confirmedEmail = z.object({ email: z.string() });
