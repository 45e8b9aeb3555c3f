import type { Generated, GeneratedAlways } from 'kysely';
import type { Purpose } from '#server/contract/consent.ts';
import type { LanguageCode } from '#server/contract/languages.ts';
import type { Timestamp, TimestampWithDefault } from './column-type-aliases.ts';

/** The people a club knows, which persons of galleries they are, who answers for them, and what they said. */

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

/** That a person left the club. */
export interface ClubPersonDepartureTable {
  club_person_id: string;
  left_on: string;
  noted_by: 'account' | 'club';
  noted_on: string;
  kept_until: string | null;
  expiry_notice: number | null;
  expiry_notice_on: string | null;
}

export interface ClubPersonLinkTable {
  person_id: string;
  club_id: string;
  club_person_id: string;
  created_at: TimestampWithDefault;
}

export interface DeclinedLinkTable {
  person_id: string;
  club_person_id: string;
  declined_by: string | null;
  declined_at: Timestamp;
}

export interface GuardianshipTable {
  id: string;
  club_person_id: string;
  user_id: string;
  state: 'asked' | 'confirmed' | 'ended';
  asked_at: Timestamp;
  decided_by: string | null;
  decided_at: Timestamp | null;
  ended_at: Timestamp | null;
}

export interface GuardianClaimTable {
  id: string;
  club_id: string;
  user_id: string;
  relation: 'child' | 'self';
  name: string;
  claimed_at: Timestamp;
}

export interface ConsentTextTable {
  id: string;
  club_id: string;
  purpose: Purpose;
  language: LanguageCode;
  version: number;
  body: string;
  created_by: string | null;
  created_at: Timestamp;
}

export interface ConsentTable {
  id: string;
  club_person_id: string;
  purpose: Purpose;
  answer: 'yes' | 'no' | 'withdrawn';
  said_by: string | null;
  said_as: 'self' | 'guardian' | 'paper';
  consent_text_id: string | null;
  text_version: string;
  language: LanguageCode;
  note: Generated<string>;
  said_at: Timestamp;
  valid_until: string | null;
}
