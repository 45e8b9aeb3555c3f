import { z } from 'zod';
import { inputLimits } from '../input-limits.ts';
import { byId, flag, id, timestamp, wholeNumber } from './common.ts';
import { linkPassword } from './share-links.ts';

/** A share link to the photos of one person of a club, in all galleries that its creator may read. */
export const familyLink = z.object({
  id: z.string(),
  /** Null for links that somebody else of the family made. */
  url: z.string().nullable(),
  has_password: z.boolean(),
  allow_download: z.boolean(),
  created_at: timestamp,
  expires_at: timestamp,
  view_count: z.number(),
});
export type FamilyLink = z.output<typeof familyLink>;

export const familyLinks = z.object({
  /** Whether photos of the person may be shown outside the club: with a no, links would show nothing. */
  outside: z.enum(['yes', 'no', 'unknown']),
  /** What a link of the viewer shows now. */
  photo_count: z.number(),
  /** How many more would be shown without the refusals of people in them to be shown outside the club. */
  kept_inside: z.number(),
  /** Those in force, of everybody of the family. */
  links: z.array(familyLink),
});

export type FamilyLinks = z.output<typeof familyLinks>;

export const createFamilyLinkInput = byId.extend({
  password: linkPassword,
  days: wholeNumber(1, inputLimits.familyLinkDaysMax).default(inputLimits.familyLinkDaysMax),
  allow_download: flag.default(true),
});
export const deleteFamilyLinkInput = byId.extend({ link_id: id });

/** What the administrators of a club see of links of families: no names. */
export const familyLinksOfClub = z.object({ allowed: z.boolean(), links: z.number() });
export const allowFamilyLinksInput = byId.extend({ allowed: flag });
