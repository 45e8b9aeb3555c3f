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
  /** open: what was said about the parts of the person differs, the family is asked again. */
  answer: 'yes' | 'no' | 'open';
  answered_by: string | null;
  answered_at: Timestamp;
}

/** Answers as they were before a decision about the person, by which it is undone. */
export interface LinkQuestionBeforeTable {
  decision_id: string;
  person_id: string;
  club_person_id: string;
  answer: LinkQuestionTable['answer'];
  answered_by: string | null;
  answered_at: Timestamp;
}

export interface FoundPhotosSeenTable {
  user_id: string;
  club_person_id: string;
  seen_until: Timestamp;
}
