import type { Generated } from 'kysely';
import type { ShareScope } from '#server/contract/schemas/share-links.ts';
import type { Timestamp, TimestampWithDefault } from './column-type-aliases.ts';

/** The links that open galleries to visitors without an account, and what they show. */

export interface ShareLinkTable {
  id: string;
  /** Null: a link to one person of a club, in all galleries. */
  gallery_id: string | null;
  club_person_id: string | null;
  token: string;
  name: Generated<string>;
  scope: Generated<ShareScope>;
  password_hash: string | null;
  expires_at: Timestamp | null;
  is_active: Generated<boolean>;
  allow_download: Generated<boolean>;
  show_people: Generated<boolean>;
  view_count: Generated<number>;
  download_count: Generated<number>;
  /** How many days before its end the creator was notified last. */
  expiry_notice: number | null;
  created_by: string | null;
  created_at: TimestampWithDefault;
  updated_at: TimestampWithDefault;
}

export interface ShareLinkPersonTable {
  share_link_id: string;
  person_id: string;
}

export interface ShareLinkPhotoTable {
  share_link_id: string;
  photo_id: string;
}
