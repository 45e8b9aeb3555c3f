import { z } from 'zod';
import { countLimits } from '../count-limits.ts';
import { inputLimits } from '../input-limits.ts';
import { listSizes } from '../list-sizes.ts';
import { newerVersionsAtOnce } from '../newer-versions.ts';
import { byId, flag, id, nullableTimestamp, page, seen, text, timestamp } from './common.ts';
import { shownName } from './gallery-people.ts';

/** What the decoder had to make up of a picture: a part that its file does not have, or one that it has wrongly. */
export const damage = z.enum(['incomplete', 'damaged']);
export type Damage = z.output<typeof damage>;

export const takenFields = {
  taken_at: nullableTimestamp,
  /** What a clock showed at the place, without a zone: `YYYY-MM-DDTHH:MM:SS.sss`, or the day alone where no time is known. */
  taken_at_local: z.string().nullable(),
  /** Minutes ahead of UTC at the place; null: the file does not say, and the time zone of the server was taken. */
  taken_at_offset: z.number().nullable(),
};

export const photo = z.object({
  id: z.string(),
  gallery_id: z.string(),
  filename: z.string(),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
  ...takenFields,
  created_at: timestamp,
  thumbhash: z.string().nullable(),
  thumbnail_url: z.string(),
  thumbnail_urls: z.object({ small: z.string(), medium: z.string(), large: z.string() }),
  face_status: z.enum(['pending', 'queued', 'processing', 'completed', 'failed', 'no_faces']),
  /** Why its faces could not be read: a code of the error table. */
  face_error: z.string().nullable(),
  uploaded_by: z.string().nullable(),
  /** Whom to name where the photo is published; null: nobody is known. */
  credit: z.string().nullable(),
  /** Null: none, or the reader is no editor of the gallery. */
  damage: damage.nullable(),
  /** Whether there is a request to take the photo down that was not declined; only editors of the gallery get such photos. */
  is_taken_down: z.boolean(),
});
export type Photo = z.output<typeof photo>;

/** What the file says of what is to be seen; empty where it says nothing. */
export const photoMetadata = z.object({
  caption: z.string(),
  headline: z.string(),
  keywords: z.array(z.string()),
  /** Names, with and without a place in the photo. */
  people: z.array(shownName),
  /** Stars, 1 to 5; null: none. */
  rating: z.number().nullable(),
  /** As the program calls it: "Red". */
  label: z.string(),
});

/** Of it, what readers are shown; empty: nothing. */
export const photoCaption = photoMetadata.pick({ caption: true });

export const creditLine = z.object({
  credit_line: z.string().nullable(),
  /** Whether photos carry the line that the account had when it uploaded them. */
  is_in_photos: z.boolean(),
});
export type CreditLine = z.output<typeof creditLine>;
export const creditLineInput = z.object({ credit_line: text({ max: inputLimits.creditLineMax }), seen });

/** By capture time, or those added last first. */
const photoOrders = ['taken', 'added'] as const;
export type PhotoOrder = (typeof photoOrders)[number];
export const photoListInput = z.object({
  gallery_id: id,
  ...page(listSizes.photos),
  /** The id of a person, not of a face: the API calls the people of a gallery `faces`. */
  face_id: id.optional(),
  /** Without photos that were asked to be taken down, which editors see with a mark. On paper no mark tells of them. */
  for_print: flag.default(false),
  order: z.enum(photoOrders).default('taken'),
  /** For editors: words of captions, headlines, keywords and names in files; all have to be there. */
  search: text({ max: inputLimits.nameMax }).optional(),
});
export const photoPage = z.object({ photos: z.array(photo), total: z.number() });
export const personPhotosInput = byId.extend(page(listSizes.photos));

/** Whether a photo was replaced, and what of it. */
export const photoVersion = z.object({
  replaced_at: nullableTimestamp,
  /** Until then the version before can be brought back; null: there is none. */
  kept_until: nullableTimestamp,
  /** Faces of the version before that were not found again, of people that somebody had put them into. Editors only. */
  moved_faces: z.array(z.object({ face_id: z.string(), person_id: z.string() })),
});

/** Photos that were just added, of which is asked whether they are newer versions of others. */
export const newerVersionsInput = z.object({
  photo_ids: z.array(id).min(1).max(newerVersionsAtOnce),
});
const versionPicture = { filename: z.string(), thumbnail_url: z.string() };
/** An added photo that shows the same shot as one that was there. */
const newerVersion = z.object({
  photo_id: z.string(),
  ...versionPicture,
  earlier: z.object({ id: z.string(), ...versionPicture }),
});
export type NewerVersion = z.output<typeof newerVersion>;
/** @property kept_days how long the versions before are kept when they are replaced */
export type NewerVersions = { versions: NewerVersion[]; kept_days: number };

export const bulkDeleteInput = z.object({ photo_ids: z.array(id).min(1).max(countLimits.bulkMax) });
export const bulkDeleteResult = z.object({
  deleted_ids: z.array(z.string()),
  deleted: z.number(),
  skipped: z.object({ forbidden: z.array(z.string()), missing: z.array(z.string()) }),
});

/** A deleted photo that can still be restored. */
const deletedPhoto = z.object({
  id: z.string(),
  filename: z.string(),
  width: z.number(),
  height: z.number(),
  thumbhash: z.string().nullable(),
  thumbnail_urls: z.object({ small: z.string(), medium: z.string(), large: z.string() }),
  deleted_at: timestamp,
  /** Name of the account; null where it is gone. */
  deleted_by: z.string().nullable(),
  /** From then on it is gone for good. */
  kept_until: timestamp,
});
export type DeletedPhoto = z.output<typeof deletedPhoto>;
export const deletedPhotosInput = byId.extend(page(listSizes.photos));
export const deletedPhotos = z.object({ photos: z.array(deletedPhoto), total: z.number() });
/** Those given, or all deleted photos of the gallery. */
export const chooseDeletedPhotosInput = byId.extend({
  photo_ids: z.array(id).min(1).max(countLimits.bulkMax).optional(),
});
/**
 * `already_there`: the gallery has the same file again; these stay among the deleted photos. `held`: wait for those who decide about
 * the gallery.
 */
export const restoredPhotos = z.object({
  restored: z.number(),
  already_there: z.number(),
  held: z.number().optional(),
});
export const purgedPhotos = z.object({ deleted: z.number() });

const chosenPhotos = { photo_ids: z.array(id).min(1).max(countLimits.downloadMax).optional() };
/** Everything, the photos of a person (whose id is called `face_id` on the wire), or those that were chosen. */
export const prepareDownloadInput = byId.extend({
  ...chosenPhotos,
  face_id: id.optional(),
  /** For editors: with an XMP file beside each photo of people who said yes to their name. */
  with_names: z.boolean().optional(),
});
export const prepareSharedDownload = chosenPhotos;
/** Where the archive can be fetched, and how many photos it will hold: those chosen that are still there. */
export const preparedDownload = z.object({ url: z.string(), photos: z.number() });

export const queuedPhotos = z.object({ queued: z.number(), photos: z.number() });
