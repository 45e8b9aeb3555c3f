import { z } from 'zod';
import { defaultVisibility, visibilities } from '../gallery-visibility.ts';
import { listSizes } from '../list-sizes.ts';
import { byId, calendarDate, flag, id, idList, name, page, search, seen, timestamp } from './common.ts';
import { eventClub } from './events.ts';

/** A gallery that was deleted and can be restored. */
const deletedGallery = z.object({
  id: z.string(),
  name: z.string(),
  event_name: z.string(),
  /** How many photos come back with it. */
  photo_count: z.number(),
  deleted_at: timestamp,
  /** A name; null where the account is gone. */
  deleted_by: z.string().nullable(),
  days_left: z.number(),
});
export type DeletedGallery = z.output<typeof deletedGallery>;
export const deletedGalleries = z.object({ galleries: z.array(deletedGallery) });

const visibility = z.enum(visibilities);
export type Visibility = z.output<typeof visibility>;

export const gallery = z.object({
  id: z.string(),
  name: z.string(),
  event_id: z.string(),
  event_name: z.string(),
  event_date: z.string(),
  photographer_id: z.string().nullable(),
  photographer_first_name: z.string(),
  photographer_last_name: z.string(),
  photographer_username: z.string(),
  visibility,
  created_by: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  photo_count: z.number(),
  people_count: z.number(),
  /** Requests to take a photo down that wait for a decision; 0 for those who may not decide. */
  open_takedowns: z.number(),
  /** Whether links are in force; false for readers. */
  has_links: z.boolean(),
  /** Whether files say words that can be searched; false for those who do not edit people. */
  has_words: z.boolean(),
  /** Whether several cameras made its photos, whose clocks may differ; false for those who do not edit people. */
  has_cameras: z.boolean(),
  /** Whether readers are shown captions, where these name nobody without a yes. */
  shows_captions: z.boolean(),
  /** Photos from guests that wait for an editor; 0 for those who may not decide. */
  waiting_guest_photos: z.number(),
  /** Deleted photos that can be restored; 0 for those who may not delete photos. */
  deleted_photos: z.number(),
  preview_photo_id: z.string().nullable(),
  preview_url: z.string().nullable(),
  preview_thumbhash: z.string().nullable(),
  cover_photo_id: z.string().nullable(),
  /** The last day of the gallery, `YYYY-MM-DD`; null: it stays. */
  kept_until: z.string().nullable(),
  /** Additional clubs only; those of the event are inherited and not listed here. */
  club_ids: z.array(z.string()),
  /** Clubs that are asked and do not count yet, for those who manage access. */
  pending_club_ids: z.array(z.string()),
  /** Whether the viewer may become its creator, because it has none any more. */
  can_take_over: z.boolean(),
  /** Whether the viewer may object to another club that took it over. */
  can_object_to_takeover: z.boolean(),
  permissions: z.object({
    can_upload_photos: z.boolean(),
    can_delete_photos: z.boolean(),
    can_edit: z.boolean(),
    can_delete: z.boolean(),
    can_manage_access: z.boolean(),
    can_create_sharing_links: z.boolean(),
    can_set_cover: z.boolean(),
    can_edit_people: z.boolean(),
    /** Whether the viewer is asked about people whom those who share the gallery do not know. */
    can_answer_about_people: z.boolean(),
    /** Ends the links, also without making any. */
    can_end_links: z.boolean(),
    can_decide_takedowns: z.boolean(),
    can_decide_guest_photos: z.boolean(),
  }),
});
export type Gallery = z.output<typeof gallery>;

/** Somebody else than the viewer: for global administrators. */
export const takeOverGalleryInput = byId.extend({ user_id: id.optional() });

export const galleryClubInput = byId.extend({ club_id: id });

export const galleryListInput = z.object({
  ...page(listSizes.galleries),
  event_id: id.optional(),
  club_id: id.optional(),
  photographer_id: id.optional(),
  search,
  mine: flag.optional(),
});
export const galleriesOfEventInput = z.object({ ...page(listSizes.galleries), event_id: id });
export const galleryPage = z.object({
  galleries: z.array(gallery),
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
});

const requiredId = (message: string) => z.string({ error: message }).min(1, message).max(200);
export const createGalleryInput = z.object({
  name: name('Name'),
  event_id: requiredId('Event is required'),
  photographer_id: requiredId('Photographer is required'),
  visibility: visibility.default(defaultVisibility),
  club_ids: idList.default([]),
});
/** Whom a gallery may get as its photographer. */
export const photographerChoices = z.object({
  photographers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Only in galleries of these clubs; null: in all. */
      club_ids: z.array(z.string()).nullable(),
    }),
  ),
});
export type PhotographerChoice = z.output<typeof photographerChoices>['photographers'][number];
export const updateGalleryInput = z.object({
  id,
  name: name('Name').optional(),
  event_id: requiredId('Event is required').optional(),
  photographer_id: requiredId('Photographer is required').optional(),
  visibility: visibility.optional(),
  club_ids: idList.optional(),
  cover_photo_id: id.nullish(),
  shows_captions: z.boolean().optional(),
  seen,
});

export const galleryAccess = z.object({
  event_id: z.string(),
  event_name: z.string(),
  visibility,
  event_clubs: z.array(eventClub),
  additional_clubs: z.array(eventClub),
  /** Asked, and without effect until they agree. */
  pending_clubs: z.array(eventClub),
  /** Whose members see the gallery; none where clubs do not count. */
  accessible_clubs: z.array(eventClub),
  users: z.array(z.object({ id: z.string(), name: z.string(), username: z.string(), email: z.string() })),
});
export const keepGalleryUntilInput = z.object({ id, kept_until: calendarDate.nullable(), seen });
export const setGalleryAccessInput = z.object({ id, club_ids: idList, user_ids: idList.optional(), seen });
