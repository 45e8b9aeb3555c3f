import { z } from 'zod';
import { byId, id, timestamp } from './common.ts';

/** What somebody from outside a club would put before its members. */
const askedClub = z.object({
  id: z.string(),
  kind: z.enum(['event', 'gallery']),
  name: z.string(),
  asked_by: z.string().nullable(),
  asked_at: timestamp,
});
export type AskedClub = z.input<typeof askedClub>;
export const askedClubs = z.object({ asked: z.array(askedClub) });
export const askedClubInput = byId.extend({ asked_id: id });
