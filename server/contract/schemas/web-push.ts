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

const malformed = 'Contains characters that are not allowed';
const bytes = (length: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, malformed)
    .length(Math.ceil((length * 4) / 3), malformed);

/** What `PushSubscription` of a browser says. */
export const tellDeviceInput = z.object({
  endpoint: z.url('Please enter a web address that begins with https://').max(1_000, malformed),
  /** A point of P-256, not compressed. */
  p256dh: bytes(65).startsWith('B', malformed),
  auth: bytes(16),
  /** Of the page, for accounts that have chosen none. */
  language: z.enum(languageCodes),
});
export type TellDeviceInput = z.output<typeof tellDeviceInput>;
