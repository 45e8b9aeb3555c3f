import type { Generated, GeneratedAlways } from 'kysely';
import type { Timestamp, TimestampWithDefault } from './column-type-aliases.ts';

/** Accounts, their sessions, tokens and roles. */

export interface AppUserTable {
  id: string;
  username: string;
  username_key: string;
  email: string;
  email_key: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  bio: Generated<string>;
  search_text: GeneratedAlways<string>;
  password_hash: string;
  is_active: Generated<boolean>;
  must_change_password: Generated<boolean>;
  created_at: TimestampWithDefault;
  updated_at: TimestampWithDefault;
  last_login: Timestamp | null;
  language: 'en' | 'de' | null;
  email_verified_at: Timestamp | null;
  email_bounced_at: Timestamp | null;
  pending_email: string | null;
}

export interface SessionTable {
  id: string;
  user_id: string;
  created_at: TimestampWithDefault;
  last_used_at: TimestampWithDefault;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
}

export interface RefreshTokenTable {
  token_hash: Buffer;
  session_id: string;
  created_at: TimestampWithDefault;
  spent_at: Timestamp | null;
}

export interface OneTimeTokenTable {
  token_hash: Buffer;
  purpose: 'reset_password' | 'verify_email' | 'change_email';
  user_id: string;
  created_by: string | null;
  created_at: TimestampWithDefault;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  revoked_at: Timestamp | null;
  email: string | null;
}

export interface RoleAssignmentTable {
  id: string;
  user_id: string;
  role_name: 'photographer' | 'club_admin' | 'admin' | 'superuser';
  club_id: string | null;
  created_at: TimestampWithDefault;
  created_by: string | null;
}
