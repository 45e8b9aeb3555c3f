import { z } from 'zod';
import { listSizes } from '../list-sizes.ts';
import { byId, flag, id, page, timestamp } from './common.ts';

/** Erasing people of a club: the receipt without names, and what families ask for. */
export const eraseClubPersonInput = z.object({
  id,
  club_person_id: id,
  /** Hides the photos in which somebody said that this person is seen, too. */
  hide_photos: flag.default(false),
});

export const erasureReceipt = z.object({
  id: z.string(),
  erased_at: timestamp,
  /** Null where the account is gone. */
  erased_by: z.string().nullable(),
  /** How many rows were erased, by what they were. */
  counts: z.record(z.string(), z.number()),
  /** Whether the deleted rows have left the files of the database, too. */
  files_cleaned: z.boolean(),
});
export type ErasureReceipt = z.output<typeof erasureReceipt>;

/** A family asks the club to erase somebody. */
const erasureRequest = z.object({
  club_person_id: z.string(),
  name: z.string(),
  /** Null where the account is gone. */
  asked_by: z.string().nullable(),
  asked_at: timestamp,
  hide_photos: z.boolean(),
  /** The family refused that photos are shown outside the club: with the person that is forgotten, too. */
  refuses_outside: z.boolean(),
});
export type ErasureRequest = z.output<typeof erasureRequest>;
/** Requests that wait, the oldest first, and receipts, the newest first. */
export const erasuresOfClub = z.object({
  requests: z.array(erasureRequest),
  receipts: z.array(erasureReceipt),
  total: z.number(),
});
export const erasuresOfClubInput = byId.extend(page(listSizes.receipts));
export const askErasureInput = byId.extend({ hide_photos: flag.default(false) });
export const declineErasureInput = z.object({ id, club_person_id: id });
