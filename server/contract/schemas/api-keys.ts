import { z } from 'zod';
import { inputLimits } from '../input-limits.ts';
import { keyScopes } from '../key-scopes.ts';
import { calendarDate, id, nullableTimestamp, text, timestamp } from './common.ts';

const scope = z.enum(keyScopes);

export const createKeyInput = z.object({
  name: text({ required: 'Name is required', max: inputLimits.apiKeyNameMax }),
  scope,
  /** The one gallery that a key to upload is for; without it all to which its owner may upload. */
  gallery_id: id.optional(),
  /** `YYYY-MM-DD`, that day included. */
  last_day: calendarDate,
});
export type CreateKey = z.output<typeof createKeyInput>;

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  scope,
  gallery_id: z.string().nullable(),
  /** Null also while the gallery is deleted. */
  gallery_name: z.string().nullable(),
  last_day: z.string(),
  created_at: timestamp,
  last_used_at: nullableTimestamp,
  /** Files that it sent and that are no photos: how many, and the last ones. */
  refused: z.object({ count: z.number(), files: z.array(z.string()) }).nullable(),
});
export type ApiKey = z.output<typeof apiKey>;
export const apiKeys = z.object({ keys: z.array(apiKey) });
/** The key itself is answered here alone. */
export const createdKey = z.object({ id: z.string(), key: z.string() });
