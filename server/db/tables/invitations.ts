import type { Generated } from 'kysely';
import type { Timestamp, TimestampWithDefault } from './column-type-aliases.ts';

/** Invitations to clubs, who accepted them, and the imports that made many at once. */

export interface InvitationTable {
  id: string;
  club_id: string;
  role: 'member' | 'photographer';
  email: string | null;
  first_name: Generated<string>;
  last_name: Generated<string>;
  max_uses: number | null;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
  created_by: string | null;
  created_at: TimestampWithDefault;
  token_version: Generated<number>;
  token_hash: Buffer;
  mailed_token_hash: Buffer | null;
  import_id: string | null;
}

export interface InvitationAcceptanceTable {
  invitation_id: string;
  user_id: string;
  accepted_at: TimestampWithDefault;
}

export interface InvitationReplacedTokenTable {
  token_hash: Buffer;
  invitation_id: string;
}

export interface MemberImportTable {
  id: string;
  club_id: string;
  created_by: string | null;
  created_at: TimestampWithDefault;
  file_name: string;
  line_count: number;
  invitation_count: number;
  mail_count: number;
  undone_at: Timestamp | null;
}
