import type { Timestamp, TimestampWithDefault } from './column-type-aliases.ts';

/** Galleries and those who may see them. */

export interface GalleryTable {
  id: string;
  name: string;
  event_id: string;
  photographer_id: string | null;
  visibility: 'private' | 'club_restricted' | 'public';
  cover_photo_id: string | null;
  clustering_stamp: string | null;
  /** When its people were last grouped with no upload going on. */
  people_settled_at: TimestampWithDefault;
  announced_at: Timestamp | null;
  kept_until: string | null;
  expiry_notice: number | null;
  expiry_notice_on: string | null;
  created_by: string | null;
  created_at: TimestampWithDefault;
  updated_at: TimestampWithDefault;
}

export interface GalleryClubTable {
  gallery_id: string;
  club_id: string;
}

export interface GalleryUserTable {
  gallery_id: string;
  user_id: string;
}
