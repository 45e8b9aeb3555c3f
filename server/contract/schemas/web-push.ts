import { z } from 'zod';
import { languageCodes } from '../languages.ts';

export const pushDevice = z.object({
  /** Switched on for the installation, and there is somebody in the viewer's family who is looked for. */
  is_offered: z.boolean(),
  /** What a browser needs to take messages from this server. */
  public_key: z.string(),
  /** This device, as signed in now, is told. */
  is_told: z.boolean(),
});
export type PushDevice = z.output<typeof pushDevice>;

const bytes = (length: number, name: string) =>
  z
    .string()
    .regex(/^[\w-]+$/, `${name} must be base64url`)
    .length(Math.ceil((length * 4) / 3), `${name} must have ${length} bytes`);

/** What `PushSubscription` of a browser says. */
export const tellDeviceInput = z.object({
  endpoint: z.url('Must be an address').max(1_000, 'Must be at most 1000 characters'),
  /** A point of P-256, not compressed. */
  p256dh: bytes(65, 'The key').startsWith('B', 'The key must be a point of P-256'),
  auth: bytes(16, 'The secret'),
  /** Of the page, for accounts that have chosen none. */
  language: z.enum(languageCodes),
});
export type TellDeviceInput = z.output<typeof tellDeviceInput>;
