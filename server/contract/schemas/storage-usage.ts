import { z } from 'zod';
import { listSizes } from '../list-sizes.ts';
import { flag, id, page, seen } from './common.ts';

/** Photos and the sum of their originals in bytes; renditions and the database are not counted. */
const used = { photos: z.number(), bytes: z.number() };

const pageInput = page(listSizes.storage);
export const storageListInput = z.object(pageInput);
export const galleryStorageInput = z.object({
  ...pageInput,
  /** Only galleries of events of this club. */
  club_id: id.optional(),
  /** Only galleries of events without a club. */
  without_club: flag.optional(),
});

/** What the galleries of a club's events take; id and name are null for galleries of events without a club. */
const clubStorage = z.object({
  club_id: z.string().nullable(),
  name: z.string().nullable(),
  ...used,
  /** The most bytes that the originals may take; null: no limit. */
  quota_bytes: z.number().nullable(),
});
export type ClubStorage = z.output<typeof clubStorage>;

/** The clubs, largest first. `used` counts each photo once, also those of events of several clubs. */
export const storageOfClubs = z.object({
  used: z.object(used),
  clubs: z.array(clubStorage),
  total: z.number(),
});
export type StorageOfClubs = z.output<typeof storageOfClubs>;

const galleryStorage = z.object({
  gallery_id: z.string(),
  name: z.string(),
  event_name: z.string(),
  /** It can be restored, and its photos count until it cannot. */
  is_deleted: z.boolean(),
  ...used,
});
export const storageOfGalleries = z.object({ galleries: z.array(galleryStorage), total: z.number() });
export type StorageOfGalleries = z.output<typeof storageOfGalleries>;

/** An account with the photos it uploaded; both fields are null for the photos of deleted accounts. */
const photographerStorage = z.object({
  user_id: z.string().nullable(),
  name: z.string().nullable(),
  ...used,
});
export type PhotographerStorage = z.output<typeof photographerStorage>;
export const storageOfPhotographers = z.object({
  photographers: z.array(photographerStorage),
  total: z.number(),
});
export type StorageOfPhotographers = z.output<typeof storageOfPhotographers>;

/** A club with a quota: the bytes that the originals of its events take, and may take at most. */
const clubQuota = z.object({
  club_id: z.string(),
  name: z.string(),
  bytes: z.number(),
  quota_bytes: z.number(),
});
export type ClubQuota = z.output<typeof clubQuota>;
export const nullableClubQuota = clubQuota.nullable();
export const quotasOfGallery = z.object({ quotas: z.array(clubQuota) });

const PETABYTE = 1e15;
export const setClubQuotaInput = z.object({
  id,
  /** Null: no limit. */
  quota_bytes: z
    .number()
    .int('Must be a whole number')
    .min(1, 'Must be at least 1')
    .max(PETABYTE, `Must be at most ${PETABYTE}`)
    .nullable(),
  seen,
});
