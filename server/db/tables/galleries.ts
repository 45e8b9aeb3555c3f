import type { Generated } from 'kysely';
import type { Timestamp, TimestampWithDefault } from './column-type-aliases.ts';

/** Galleries, those who may see them, and their share links. */

export interface GalleryTable {
  id: string;
  name: string;
  event_id: string;
  photographer_id: string | null;
  visibility: 'private' | 'club_restricted' | 'public';
  cover_photo_id: string | null;
  clustering_stamp: string | null;
  announced_at: Timestamp | null;
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

export interface ShareLinkTable {
  id: string;
  gallery_id: string;
  token: string;
  name: Generated<string>;
  password_hash: string | null;
  expires_at: Timestamp | null;
  is_active: Generated<boolean>;
  allow_download: Generated<boolean>;
  view_count: Generated<number>;
  download_count: Generated<number>;
  expiry_notified_at: Timestamp | null;
  created_by: string | null;
  created_at: TimestampWithDefault;
  updated_at: TimestampWithDefault;
}
