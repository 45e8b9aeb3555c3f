import type { Generated } from 'kysely';
import type { TimestampWithDefault } from './column-type-aliases.ts';

/** What administrators decide for the whole installation. */

export interface InstallationSettingTable {
  id: Generated<boolean>;
  registration: 'open' | 'invitation' | 'closed';
  allow_past_events: boolean;
  name: string | null;
  link_months: number | null;
  updated_at: TimestampWithDefault;
}
