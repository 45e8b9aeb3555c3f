import { z } from 'zod';
import { inputLimits } from '../input-limits.ts';
import { languageCodes } from '../languages.ts';
import { listSizes } from '../list-sizes.ts';
import { roleNames } from '../roles.ts';
import {
  description,
  email,
  flag,
  id,
  nullableTimestamp,
  page,
  password,
  search,
  seen,
  text,
  timestamp,
  username,
  wholeNumber,
} from './common.ts';

const personName = text({ max: inputLimits.nameMax });
const roleName = z.enum(roleNames);

const roleAssignment = z.object({
  user_id: z.string(),
  role_name: roleName,
  club_id: z.string().nullable(),
  club_name: z.string().nullable(),
});

export const user = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  /** Its owner has opened a link that was mailed to it. */
  email_verified: z.boolean(),
  /** Mail servers refuse the address for good. */
  email_bounced: z.boolean(),
  /** A new address that waits to be confirmed. */
  pending_email: z.string().nullable(),
  /** The language of mails; null: none was chosen yet. */
  language: z.enum(languageCodes).nullable(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  bio: z.string(),
  is_active: z.boolean(),
  role: roleName,
  roles: z.array(roleName),
  role_assignments: z.array(roleAssignment),
  must_change_password: z.boolean(),
  created_at: timestamp,
  last_login: nullableTimestamp,
  clubs: z.array(z.object({ id: z.string(), name: z.string(), role: z.string() })),
});
export type User = z.output<typeof user>;

/** What an account is told about itself alone. */
export const ownUser = user.extend({
  /**
   * The account administrates and has no second factor. `needed_from`: when it stops doing without; null: it is recommended. Once it
   * is needed, the session opens nothing but the set-up.
   */
  second_factor_advice: z.object({ needed_from: nullableTimestamp, is_needed: z.boolean() }).nullable(),
  /** When passkeys and codes are removed, because an administrator has asked for it; null: nobody has. */
  factors_removed_at: nullableTimestamp,
  /** Without one it signs in with an OpenID provider or a passkey. */
  has_password: z.boolean(),
});
export type OwnUser = z.output<typeof ownUser>;

export const userSearchResult = z.object({
  id: z.string(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  roles: z.array(roleName),
});

export const registerInput = z.object({
  username,
  email,
  password,
  first_name: text({ required: 'Full name is required', max: inputLimits.nameMax }),
  last_name: personName.default(''),
  language: z.enum(languageCodes).optional(),
});

export const loginInput = z.object({
  username: z
    .string({ error: 'Username is required' })
    .trim()
    .min(1, 'Username is required')
    .max(inputLimits.emailMax),
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(1_024),
  /** What the error second_factor_required says in its params, and the code: six digits of the app, or a recovery code. */
  challenge: z.string().max(1_000).optional().catch(undefined),
  code: z.string().max(100).optional().catch(undefined),
});

export const session = z.object({
  access_token: z.string(),
  /** Missing where the page has it in a cookie. */
  refresh_token: z.string().optional(),
  token_type: z.literal('bearer'),
  expires_in: z.number(),
  user: ownUser,
});
export type Session = z.output<typeof session>;
/** Where somebody is signed in. `browser` and `system` are null where the client did not say. */
export const openSessions = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      browser: z.string().nullable(),
      system: z.string().nullable(),
      created_at: timestamp,
      /** To within the lifetime of an access token. */
      last_used_at: timestamp,
      is_current: z.boolean(),
    }),
  ),
});
/** The page leaves it out where it has it in a cookie. */
export const refreshInput = z.object({ refresh_token: z.string().max(200).optional() });
/** The right to set a new password; it comes in a link and is never part of an address that reaches the server. */
const oneTimeToken = z.string({ error: 'The link is incomplete' }).min(1, 'The link is incomplete').max(200);
export const resetTokenInput = z.object({ token: oneTimeToken });
export const resetTokenOwner = z.object({
  username: z.string(),
  /** Until then signing in asks for the second factor, which is removed then. Null: it is not. */
  factors_removed_at: nullableTimestamp,
});
export const resetPasswordInput = z.object({ token: oneTimeToken, new_password: password });
/** `login` is a username or an address, as typed. */
export const forgotPasswordInput = z.object({
  login: loginInput.shape.username,
  language: z.enum(languageCodes).optional(),
});
/** `removes_factors`: passkeys and codes are removed too, a day later. */
export const resetLinkInput = z.object({ id, removes_factors: flag.default(false) });
export const resetLink = z.object({ url: z.string(), expires_at: timestamp });

export const logoutInput = z.object({ refresh_token: z.string().max(200).optional() });

/** The language of mails; pages keep theirs on the device. */
export const languageInput = z.object({ language: z.enum(languageCodes) });

/** `bio` is not listed: unknown fields are ignored, so a sent bio is dropped; it has a procedure of its own. */
export const profileInput = z.object({
  full_name: text({ required: 'Full name is required', max: inputLimits.nameMax }).optional(),
  email: email.optional(),
  seen,
});
export const bioInput = z.object({ bio: description, seen });
export const changePasswordInput = z.object({
  current_password: z
    .string({ error: 'Current password is required' })
    .min(1, 'Current password is required')
    .max(1_024),
  new_password: password,
});

export const setPasswordInput = changePasswordInput.pick({ new_password: true });

/** The password, as a proof that it is the owner who asks. */
export const ownPasswordInput = z.object({ password: loginInput.shape.password });
/** How much of what an account brought in stays when it is deleted. */
export const contributions = z.object({
  photos: z.number(),
  galleries: z.number(),
  events: z.number(),
  clubs: z.number(),
  /** Entries of the account's owner in the lists of people of clubs; they keep the name. */
  people: z.number(),
});
export type Contributions = z.output<typeof contributions>;

/** Stored and shown as two names; typed as one. The first word is the first name, the rest the last name. */
export function splitFullName(fullName: string): { first_name: string; last_name: string } {
  const [first = '', ...rest] = fullName.trim().split(/\s+/u);
  return { first_name: first, last_name: rest.join(' ') };
}

export const userListInput = z.object({
  page: wholeNumber(1, 1_000_000).default(1),
  per_page: wholeNumber(1, listSizes.max).default(listSizes.users),
  query: search,
  role: roleName.optional(),
});
export const userPage = z.object({
  items: z.array(z.union([user, userSearchResult])),
  total: z.number(),
  page: z.number(),
  per_page: z.number(),
  pages: z.number(),
});

export const createUserInput = z.object({
  username,
  email,
  password,
  first_name: personName.optional(),
  last_name: personName.optional(),
  is_active: flag.default(true),
});
export const updateUserInput = z.object({
  id,
  username: username.optional(),
  email: email.optional(),
  first_name: personName.optional(),
  last_name: personName.optional(),
  is_active: flag.optional(),
  seen,
});

/** Creates the account and gives the photographer role in one step, for photographers' and admins' own form. */
export const quickPhotographerInput = z.object({
  first_name: text({ required: 'First name is required', max: inputLimits.nameMax }),
  last_name: text({ required: 'Last name is required', max: inputLimits.nameMax }),
  email,
  username: username.optional(),
  password,
});

export const roleGrantInput = z.object({
  id,
  user_id: id.optional(),
  role_name: z.string().max(50),
  club_id: id.nullish(),
});
export const roleRevokeInput = z.object({ id, role: z.string().max(50), club_id: id.nullish() });
export const roleList = z.object({ roles: z.array(z.object({ name: roleName, description: z.string() })) });
export const roleAssignments = z.object({ roles: z.array(roleAssignment) });

export const auditInput = z.object({ ...page(50), query: search });
const auditEntry = z.object({
  id: z.string(),
  actor_id: z.string().nullable(),
  actor_name: z.string(),
  action: z.string(),
  target_kind: z.string(),
  target_id: z.string().nullable(),
  target_name: z.string(),
  params: z.record(z.string(), z.unknown()),
  /** How the person of a club, the account and the club that `params` names by ids are called now; null: none, or gone. */
  person_name: z.string().nullable(),
  user_name: z.string().nullable(),
  club_name: z.string().nullable(),
  created_at: timestamp,
});
export type AuditEntry = z.output<typeof auditEntry>;
export const auditPage = z.object({ entries: z.array(auditEntry), total: z.number() });
