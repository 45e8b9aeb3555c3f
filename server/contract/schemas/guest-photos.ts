import { z } from 'zod';
import { countLimits } from '../count-limits.ts';
import { inputLimits } from '../input-limits.ts';
import { listSizes } from '../list-sizes.ts';
import { byId, id, nullableTimestamp, page, text, timestamp } from './common.ts';
import { damage, takenFields } from './photos.ts';

export const guestKeyNotValid = 'The key of this browser is not valid';
/**
 * Made by the guest's browser, kept there, and stored as a hash alone: it says which photos are its own. 32 to 100 letters,
 * digits, - or _.
 */
export const guestKey = z.string().regex(/^[\w-]{32,100}$/, guestKeyNotValid);
export const guestName = text({ max: inputLimits.guestNameMax });

const link = {
  token: z.string().max(200),
  password: z.string().max(1_024).optional(),
  unlock: z.string().max(2_000).optional(),
};
export const openGuestUploadLinkInput = z.object(link);
/** What a guest learns before sending photos: names, and nothing of what is in the gallery. */
export const guestUploadLink = z.object({
  gallery: z.string(),
  clubs: z.array(z.string()),
  /** Name of the account that made the link; empty when it was deleted. */
  asked_by: z.string(),
  expires_at: nullableTimestamp,
  /** After so many days photos without a decision are deleted. */
  kept_days: z.number(),
  /** Short-lived proof that this link was opened; bound to the link and its password. */
  unlock_token: z.string(),
});
export type GuestUploadLink = z.output<typeof guestUploadLink>;

export const ownGuestPhotosInput = z.object({ ...link, guest_key: guestKey });
export const withdrawGuestPhotoInput = ownGuestPhotosInput.extend({ id });
/** A photo as it is shown to the browser that sent it. Nothing is kept of declined and withdrawn ones. */
const ownGuestPhoto = z.object({
  id: z.string(),
  filename: z.string(),
  state: z.enum(['waiting', 'accepted']),
  sent_at: timestamp,
});
export type OwnGuestPhoto = z.output<typeof ownGuestPhoto>;
/** Newest first; and, once few are left, how many more photos the link takes before some are decided about. */
export const ownGuestPhotos = z.object({
  photos: z.array(ownGuestPhoto),
  places_left: z.number().nullable(),
});

export const waitingGuestPhotosInput = byId.extend(page(listSizes.guestPhotos));
/** A photo from a guest as it is shown to those who decide about it. */
const waitingGuestPhoto = z.object({
  id: z.string(),
  filename: z.string(),
  guest_name: z.string(),
  /** Name of the link it came by, empty for links without one; null when the link was deleted. */
  share_link: z.string().nullable(),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
  thumbhash: z.string(),
  damage: damage.nullable(),
  ...takenFields,
  sent_at: timestamp,
  thumbnail_url: z.string(),
  large_url: z.string(),
});
export type WaitingGuestPhoto = z.output<typeof waitingGuestPhoto>;
/** In the order they came. */
export const waitingGuestPhotos = z.object({
  photos: z.array(waitingGuestPhoto),
  total: z.number(),
  /** Links in force to the whole gallery: they show what is accepted at once. */
  open_links: z.array(z.object({ name: z.string(), has_password: z.boolean() })),
  is_public: z.boolean(),
});
export type WaitingGuestPhotos = z.output<typeof waitingGuestPhotos>;

export const decideGuestPhotosInput = byId.extend({
  guest_photo_ids: z.array(id).min(1).max(countLimits.waitingPhotosPerLinkMax),
});
/** How many became photos, and how many the gallery has already; those about which somebody decided before do not count. */
/** `held`: of those accepted, how many wait for those who decide about the gallery. */
export const acceptedGuestPhotos = z.object({
  accepted: z.number(),
  duplicates: z.number(),
  held: z.number().optional(),
});
export const declinedGuestPhotos = z.object({ declined: z.number() });
