import type { Generated } from 'kysely';
import type { JsonWithDefault, Timestamp, TimestampWithDefault } from './column-type-aliases.ts';

/** What was erased, and the requests of families that wait for the club. */

export interface ErasureTable {
  id: string;
  kind: 'person' | 'find' | 'reference';
  subject_id: string;
  club_id: string | null;
  hides_photos: Generated<boolean>;
  erased_by: string | null;
  erased_at: TimestampWithDefault;
  counts: JsonWithDefault<Record<string, number>>;
  files_cleaned_at: Timestamp | null;
}

export interface ErasureRequestTable {
  club_person_id: string;
  asked_by: string | null;
  asked_at: Timestamp;
  hides_photos: Generated<boolean>;
}
