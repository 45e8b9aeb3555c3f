import type { Generated } from 'kysely';
import type {
  Json,
  JsonWithDefault,
  Timestamp,
  TimestampWithDefault,
  Vector,
} from './column-type-aliases.ts';

/** People, their faces, and what users decided about them. */

export interface PersonTable {
  id: string;
  gallery_id: string;
  number: number;
  name: Generated<string>;
  is_hidden: Generated<boolean>;
  representative_face_id: string | null;
  representative_chosen: Generated<boolean>;
  created_at: TimestampWithDefault;
}

export interface AssignmentTable {
  face_id: string;
  person_id: string;
  source: 'auto' | 'manual';
  created_at: TimestampWithDefault;
}

/** By which people are looked for; see features/gallery-people/mean-embeddings.ts. */
export interface PersonMeanTable {
  person_id: string;
  recogniser: string;
  embedding: Vector;
}

/** People whose mean is out of date; triggers insert them. */
export interface PersonMeanStaleTable {
  person_id: string;
}

export interface RejectionTable {
  face_id: string;
  person_id: string;
  created_at: TimestampWithDefault;
}

export interface KeptApartTable {
  first_id: string;
  second_id: string;
  created_at: TimestampWithDefault;
}

export interface PersonSuggestionTable {
  gallery_id: string;
  first_id: string;
  second_id: string;
  distance: number;
  rank: Generated<number>;
}

export interface PeopleDecisionTable {
  id: string;
  gallery_id: string;
  kind: string;
  person_id: string | null;
  params: JsonWithDefault<Record<string, unknown>>;
  before: Json<Record<string, unknown>>;
  made_by: string | null;
  created_at: TimestampWithDefault;
  undone_at: Timestamp | null;
}
