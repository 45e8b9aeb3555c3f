import { z } from 'zod';
import { flag } from './common.ts';

/** Who makes accounts: anybody, anybody who was invited, or only administrators. */
export const registrationModes = ['open', 'invitation', 'closed'] as const;

export const instanceSettings = z.object({
  registration: z.enum(registrationModes),
  /** Events may be created with, and moved to, a date before today. */
  allow_past_events: z.boolean(),
});
export type InstanceSettings = z.output<typeof instanceSettings>;

export const updateInstanceSettingsInput = z.object({
  registration: z.enum(registrationModes).optional(),
  allow_past_events: flag.optional(),
});

/** What pages have to know before anybody has signed in. */
export const publicSettings = instanceSettings.extend({
  /** Mails with links are sent, such as the one for a forgotten password. */
  mail: z.boolean(),
});
export type PublicSettings = z.output<typeof publicSettings>;
