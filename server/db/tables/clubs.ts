import type { Generated, GeneratedAlways } from 'kysely';
import type { RefusedOutside } from '#server/contract/consent.ts';
import type { Timestamp, TimestampWithDefault } from './column-type-aliases.ts';

/** Clubs and their members. */

export interface ClubTable {
  id: string;
  name: string;
  slug: string;
  sport_type: string;
  description: Generated<string>;
  /** Whether families may share the photos of their own by link. */
  allows_family_links: Generated<boolean>;
  search_text: GeneratedAlways<string>;
  /** What strangers see of photos with people who refused to be shown outside. */
  refused_outside: Generated<RefusedOutside>;
  /** When that was chosen; null: never, it is the standard. */
  refused_outside_since: Timestamp | null;
  /** The most bytes that the originals of its events may take; null: no limit. */
  storage_quota: number | null;
  /** The percentage of the quota about which people were notified last. */
  quota_notice: Generated<number>;
  /** Data of people who left is deleted after so many months; null: never. */
  left_kept_months: number | null;
  left_kept_since: string | null;
  created_by: string | null;
  created_at: TimestampWithDefault;
  updated_at: TimestampWithDefault;
}

export interface ClubMembershipTable {
  club_id: string;
  user_id: string;
  status: 'pending' | 'approved';
  requested_at: TimestampWithDefault;
  approved_at: Timestamp | null;
  approved_by: string | null;
}
