import type { Generated, GeneratedAlways } from 'kysely';
import type { TimestampWithDefault } from './column-type-aliases.ts';

/** The people a club knows, and which persons of galleries they are. */

export interface ClubPersonTable {
  id: string;
  club_id: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  born_on: string | null;
  user_id: string | null;
  search_text: GeneratedAlways<string>;
  created_by: string | null;
  created_at: TimestampWithDefault;
  updated_at: TimestampWithDefault;
}

export interface ClubPersonLinkTable {
  person_id: string;
  club_id: string;
  club_person_id: string;
  created_at: TimestampWithDefault;
}
