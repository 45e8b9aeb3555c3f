import { z } from 'zod';
import { pageSizes } from '../page-sizes.ts';
import { byId, flag, id, nullableTimestamp, page, timestamp } from './common.ts';

/** Erasing people of a club: the receipt without names, and what families ask for. */
export const eraseClubPersonInput = z.object({
  id,
  club_person_id: id,
  /** Hides the photos in which somebody said that this person is seen, too. */
  hide_photos: flag.default(false),
});

/** How much was erased, by what it was. */
export const erasureCounts = z.record(z.string(), z.number());
export const erasureReceipt = z.object({
  id: z.string(),
  erased_at: timestamp,
  /** Null where the account is gone, or the erasure was repeated in a restored backup. */
  erased_by: z.string().nullable(),
  counts: erasureCounts,
  /** Whether the deleted rows have left the files of the database, too. */
  files_cleaned: z.boolean(),
});
export type ErasureReceipt = z.output<typeof erasureReceipt>;
export const erasures = z.object({ erasures: z.array(erasureReceipt), total: z.number() });
export const erasuresInput = byId.extend(page(pageSizes.pickerResults));

/** What a family asks of the club. */
export const erasureRequest = z.object({
  club_person_id: z.string(),
  name: z.string(),
  /** Null where the account is gone. */
  asked_by: z.string().nullable(),
  asked_at: timestamp,
  hide_photos: z.boolean(),
});
export type ErasureRequest = z.output<typeof erasureRequest>;
export const erasureRequests = z.object({ requests: z.array(erasureRequest) });
export const askErasureInput = byId.extend({ hide_photos: flag.default(false) });
export const declineErasureInput = z.object({ id, club_person_id: id });
export const openErasureRequest = z.object({ asked_at: nullableTimestamp });
