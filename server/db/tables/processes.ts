import type { ProcessRole } from '#server/contract/process-roles.ts';
import type { Json, Timestamp, TimestampWithDefault } from './column-type-aliases.ts';

/** The server processes of one installation, and the leases by which they divide work. */

export interface ServerProcessTable {
  id: string;
  role: ProcessRole;
  shares: string;
  started_at: Timestamp;
  seen_at: TimestampWithDefault;
  ended_at: Timestamp | null;
  engine: Json<Record<string, unknown>> | null;
}

export interface LeaseTable {
  name: string;
  owner: string;
  expires_at: Timestamp;
}

export interface AskedAnalysisTable {
  id: string;
  picture: Buffer;
  request: Json<Record<string, unknown>>;
  asked_at: TimestampWithDefault;
  taken_at: Timestamp | null;
  answer: Json<Record<string, unknown>> | null;
  error: string | null;
}
