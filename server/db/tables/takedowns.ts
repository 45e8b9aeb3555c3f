import type { Generated } from 'kysely';
import type { Timestamp } from './column-type-aliases.ts';

/** Requests to take a photo down. */
export interface TakedownTable {
  id: string;
  gallery_id: string;
  photo_id: string | null;
  face_id: string | null;
  mark_x: number | null;
  mark_y: number | null;
  asked_by: string | null;
  share_link_id: string | null;
  receipt_hash: string | null;
  reason: Generated<string>;
  contact: Generated<string>;
  asked_at: Timestamp;
  decided: 'granted' | 'declined' | null;
  decided_by: string | null;
  decided_at: Timestamp | null;
  answer: Generated<string>;
}
