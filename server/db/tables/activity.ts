import type { Generated } from 'kysely';
import type { JsonWithDefault, Timestamp, TimestampWithDefault } from './column-type-aliases.ts';

/** Notifications and the activity log. */

export interface NotificationTable {
  id: string;
  user_id: string;
  kind: string;
  params: JsonWithDefault<Record<string, string | number>>;
  href: string | null;
  created_at: TimestampWithDefault;
  read_at: Timestamp | null;
  settled_at: Timestamp | null;
  mail_id: string | null;
}

export interface NotificationPreferenceTable {
  user_id: string;
  kind: string;
  delivery: 'off' | 'app' | 'digest' | 'at_once';
}

export interface AuditEntryTable {
  id: string;
  actor_id: string | null;
  actor_name: string;
  action: string;
  target_kind: string;
  target_id: string | null;
  target_name: Generated<string>;
  params: JsonWithDefault<Record<string, unknown>>;
  created_at: TimestampWithDefault;
}
