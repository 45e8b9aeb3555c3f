import { z } from 'zod';
import { familyShareLinkDays } from '../lifetimes.ts';
import { byId, flag, id, timestamp, wholeNumber } from './common.ts';
import { linkPassword } from './share-links.ts';

/** A share link to the photos of one person of a club, in all galleries that its creator may read. */
const familyShareLink = z.object({
  id: z.string(),
  /** Null for links that somebody else of the family made. */
  url: z.string().nullable(),
  has_password: z.boolean(),
  allow_download: z.boolean(),
  created_at: timestamp,
  expires_at: timestamp,
  view_count: z.number(),
});
export type FamilyShareLink = z.output<typeof familyShareLink>;

export const familyShareLinks = z.object({
  /** What a link of the viewer shows now. */
  photo_count: z.number(),
  /** How many more would be shown without the refusals of people in them to be shown outside the club. */
  kept_inside: z.number(),
  /** More that were asked to be taken down. */
  taken_down: z.number(),
  /** More in galleries of which a club does not allow such links, or without a club. */
  not_allowed: z.number(),
  /** Names of the clubs that do not allow it; null: galleries without a club. */
  not_allowed_by: z.array(z.string().nullable()),
  /** More in galleries in which the person is hidden. */
  hidden: z.number(),
  /** Those in force, of everybody of the family. */
  links: z.array(familyShareLink),
});

export type FamilyShareLinks = z.output<typeof familyShareLinks>;

// Unknown fields are refused, as with links to galleries.
export const createFamilyShareLinkInput = byId
  .extend({
    password: linkPassword,
    days: wholeNumber(1, familyShareLinkDays.max).default(familyShareLinkDays.standard),
    allow_download: flag.default(true),
  })
  .strict();
export const deleteFamilyShareLinkInput = byId.extend({ link_id: id });

/** What the administrators of a club see of links of families: no names. */
export const familyShareLinksOfClub = z.object({ allowed: z.boolean(), links: z.number() });
export const allowFamilyShareLinksInput = byId.extend({ allowed: flag });
