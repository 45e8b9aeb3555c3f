import type { Generated } from 'kysely';
import type { JsonWithDefault, TimestampWithDefault } from './column-type-aliases.ts';

/** Mails that wait, were sent, or were given up. */

export interface MailOutboxTable {
  id: string;
  dedupe_key: string;
  kind: string;
  user_id: string | null;
  recipient: string | null;
  language: 'en' | 'de' | null;
  params: JsonWithDefault<Record<string, string>>;
  state: Generated<'waiting' | 'sending' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  error_code: string | null;
  error_text: string | null;
  created_at: TimestampWithDefault;
  updated_at: TimestampWithDefault;
}
