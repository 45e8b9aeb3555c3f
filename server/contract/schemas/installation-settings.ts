import { z } from 'zod';
import { forwardingProblems } from '../forwarding-problems.ts';
import { inputLimits } from '../input-limits.ts';
import { binDays } from '../lifetimes.ts';
import { publicAddresses } from '../public-address.ts';
import { flag, months, seen, text, wholeNumber } from './common.ts';

/** Who makes accounts: anybody, anybody who was invited, or only administrators. */
export const registrationModes = ['open', 'invitation', 'closed'] as const;

/** What is asked of administrators of the installation and of clubs: a passkey, or codes of an app. */
export const secondFactorModes = ['recommended', 'required'] as const;

const chosenSettings = z.object({
  /** What the installation is called; null: no name was chosen. */
  name: z.string().nullable(),
  registration: z.enum(registrationModes),
  /** Events may be created with, and moved to, a date before today. */
  allow_past_events: z.boolean(),
  /** New share links end after so many months at the latest; null: as their creators want. */
  link_months: z.number().nullable(),
  /** Deleted photos can be restored for so many days; 0: they are deleted at once. */
  bin_days: z.number(),
  admin_second_factor: z.enum(secondFactorModes),
  /** Phones may be told of new photos, by the services of their browsers. */
  web_push: z.boolean(),
  /** The club's imprint and data protection statement on its own pages; null: no link to them. */
  imprint_url: z.string().nullable(),
  privacy_url: z.string().nullable(),
});
export type ChosenSettings = z.output<typeof chosenSettings>;

export const installationSettings = chosenSettings.extend({
  /** Where people reach the server, set by its operator; null: unknown. */
  public_url: z.string().nullable(),
  /** The zone that photos are placed in whose files name none, and that says what today is; set by the operator. */
  time_zone: z.string(),
  /** How TRUST_PROXY does not fit the way that requests come; null: nothing speaks against it. */
  forwarding_problem: z.enum(forwardingProblems).nullable(),
  /** People sign in with an OpenID provider that is asked over plain http. */
  is_provider_insecure: z.boolean(),
  /** To whom the services of browsers may write about this server; null: nobody is named, and no phone is told. */
  push_contact: z.string().nullable(),
});
export type InstallationSettings = z.output<typeof installationSettings>;

/** An address that a link may lead to, of another scheme never; an empty one is none. */
const webAddress = text({ max: inputLimits.webAddressMax })
  .transform((address) => address || null)
  .pipe(
    z
      .url({
        protocol: z.regexes.httpProtocol,
        error: 'Please enter a web address that begins with https://',
      })
      .nullable(),
  )
  .nullable();

export const updateInstallationSettingsInput = z.object({
  name: text({ required: 'Name is required', max: inputLimits.installationNameMax }).optional(),
  registration: z.enum(registrationModes).optional(),
  allow_past_events: flag.optional(),
  link_months: months.nullable().optional(),
  bin_days: wholeNumber(0, binDays.max).optional(),
  admin_second_factor: z.enum(secondFactorModes).optional(),
  web_push: flag.optional(),
  imprint_url: webAddress.optional(),
  privacy_url: webAddress.optional(),
  seen,
});

/** What pages have to know before anybody has signed in. */
export const publicSettings = chosenSettings.omit({ admin_second_factor: true }).extend({
  name: z.string(),
  /** Mails with links are sent, such as the one for a forgotten password. */
  mail: z.boolean(),
  /** Where links begin: unset, as the address in the browser of whoever looks at them. */
  public_address: z.enum(publicAddresses),
  /** The OpenID provider that people may sign in with; null: none. */
  provider_label: z.string().nullable(),
  /** Whom passwords and passkeys sign in. */
  passwords_for: z.enum(['everybody', 'superusers']),
  /** When the sign-in page leads to the provider. */
  provider_starts: z.enum(['by_button', 'at_once']),
  /** Whether the session there ends with the one here. */
  provider_ends: z.enum(['by_itself', 'with_session']),
  /** The origin at which passkeys work; null: nowhere. */
  passkey_origin: z.string().nullable(),
  /** The server's date, which decides what is past. */
  today: z.iso.date(),
});
export type PublicSettings = z.output<typeof publicSettings>;
