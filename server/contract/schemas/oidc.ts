import { z } from 'zod';
import { nullableTimestamp } from './common.ts';
import { invitationTokenInput } from './invitations.ts';
import { loginInput, registerInput } from './users.ts';

/** A path of the client to go on with. */
const from = z.string().max(1_000).catch('/').default('/');
/** The origin of the page, where it is a page that asks. */
const page = z.string().max(300).optional();

export const beginAtProviderInput = z.object({ from, page });
export const beginForViewerInput = z.object({ from, page, purpose: z.enum(['connect', 'confirm']) });
/** Where the browser is to go. */
export const providerAddress = z.object({ url: z.string() });

/** Null: nowhere. */
export const endSessionAddress = z.object({ url: z.string().nullable() });

/** What the provider's answer is for, and what is known of a person without an account. */
export const providerAnswer = z.object({
  purpose: z.enum(['sign_in', 'connect', 'confirm']),
  from: z.string(),
  /** No account is connected: `register` makes one. */
  is_new: z.boolean(),
  full_name: z.string(),
  username: z.string(),
  email: z.string(),
  /** An account with this address has it confirmed at once. */
  is_email_confirmed: z.boolean(),
});
export type ProviderAnswer = z.output<typeof providerAnswer>;

export const providerSignInInput = loginInput.pick({ challenge: true, code: true });
export const registerByProviderInput = registerInput
  .omit({ password: true })
  .extend({ invitation: invitationTokenInput.shape.token.optional() });

export const providerConnection = z.object({
  /** What the provider is called; null: there is none. */
  label: z.string().nullable(),
  /** How long sessions last that it opens; null: it is asked about them every few minutes. */
  session_hours: z.number().nullable(),
  connected_since: nullableTimestamp,
});
export type ProviderConnection = z.output<typeof providerConnection>;
