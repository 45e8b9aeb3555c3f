import type { Generated } from 'kysely';
import type { BigInteger, Timestamp } from './column-type-aliases.ts';

/** Photos that guests sent by link: those that wait for an editor, and which of them were accepted. */

export interface GuestPhotoTable {
  id: string;
  gallery_id: string;
  share_link_id: string | null;
  guest_hash: string;
  guest_name: Generated<string>;
  filename: string;
  sent_sha256: Buffer;
  sha256: Buffer;
  mime: string;
  bytes: BigInteger;
  width: number;
  height: number;
  taken_at: Timestamp | null;
  thumbhash: string;
  original_key: string;
  sent_at: Timestamp;
}

export interface AcceptedGuestPhotoTable {
  id: string;
  photo_id: string;
  share_link_id: string;
  guest_hash: string;
  filename: string;
  sent_at: Timestamp;
}
