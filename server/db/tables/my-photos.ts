import type { Timestamp, Vector } from './column-type-aliases.ts';

/** The pictures by which people of clubs are found, and what their families answered. */

export interface ReferenceTable {
  id: string;
  club_person_id: string;
  recogniser: string;
  pipeline_version: string;
  embedding: Vector;
  crop: Buffer;
  expires_on: string;
  created_by: string | null;
  created_at: Timestamp;
}

export interface LinkQuestionTable {
  person_id: string;
  club_person_id: string;
  answer: 'yes' | 'no';
  answered_by: string | null;
  answered_at: Timestamp;
}

export interface FoundPhotosSeenTable {
  user_id: string;
  club_person_id: string;
  seen_until: Timestamp;
}
