import type { Generated } from 'kysely';
import type { Json, Timestamp, TimestampWithDefault } from './column-type-aliases.ts';

/** Background work. */

export interface JobTable {
  id: string;
  name: string;
  key: string | null;
  payload: Json<Record<string, unknown>>;
  state: Generated<'waiting' | 'running'>;
  run_at: Timestamp;
  attempts: Generated<number>;
  lease_owner: string | null;
  lease_until: Timestamp | null;
  created_at: TimestampWithDefault;
}
