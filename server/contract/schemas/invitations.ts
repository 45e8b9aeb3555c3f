import { z } from 'zod';
import { countLimits } from '../count-limits.ts';
import { inputLimits } from '../input-limits.ts';
import { guardianStates, invitationRoles, invitationStates, joinedGuardian } from '../invitations.ts';
import { invitationDays } from '../lifetimes.ts';
import { listSizes } from '../list-sizes.ts';
import { email, id, page, search, text, timestamp, wholeNumber } from './common.ts';
import { registerInput, session } from './users.ts';

const invitationMailStates = ['waiting', 'sent', 'failed'] as const;

/** An invitation as those who manage the club's members see it. */
export const invitation = z.object({
  id: z.string(),
  role: z.enum(invitationRoles),
  email: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  /** The child whose guardian it is for. */
  guardian_of: z.string().nullable(),
  /** How many accounts may accept it; null: any number. */
  max_uses: z.number().nullable(),
  uses: z.number(),
  /** Who accepted an invitation for one person. */
  accepted_by: z.string().nullable(),
  /** That account's full name, or its username. */
  accepted_name: z.string().nullable(),
  /** Whether they are a guardian of the child; null: neither asked nor confirmed. */
  guardian_state: z.enum(guardianStates).nullable(),
  state: z.enum(invitationStates),
  /** The mail with the link; null where there is none. */
  mail: z.enum(invitationMailStates).nullable(),
  /** Null: made with another secret of the server, so that the link has to be replaced. */
  url: z.string().nullable(),
  inviter_name: z.string().nullable(),
  created_at: timestamp,
  expires_at: timestamp,
});
export type Invitation = z.output<typeof invitation>;

export const invitationListInput = z.object({
  id,
  ...page(listSizes.max),
  search,
  state: z.enum(invitationStates).optional(),
});
export const invitationPage = z.object({ invitations: z.array(invitation), total: z.number() });

const personName = text({ max: inputLimits.nameMax });
export const createInvitationInput = z.object({
  id,
  role: z.enum(invitationRoles).default('member'),
  email: email.nullish(),
  first_name: personName.default(''),
  last_name: personName.default(''),
  /** The person of the club, a minor, whose guardian it is for. */
  guardian_of: id.nullish(),
  /** Null: any number. One with an address, a name, a child or the photographer role is for one person. */
  max_uses: wholeNumber(1, countLimits.invitationUsesMax).nullish(),
  expires_in_days: wholeNumber(1, invitationDays.max).default(invitationDays.standard),
});
export const clubInvitationInput = z.object({ id, invitation_id: id });
export const replaceInvitationInput = clubInvitationInput.extend({
  /** Another address of the one person it is for; left out: the address stays. */
  email: email.optional(),
});
export const madeInvitations = z.object({ ids: z.array(z.string()) });
export const replacedInvitations = z.object({ replaced: z.number() });

/** The right to accept; it comes in a link. People may type it from paper. */
const token = z
  .string({ error: 'The link is incomplete' })
  .trim()
  .toLowerCase()
  .min(1, 'The link is incomplete')
  .max(200);
export const invitationTokenInput = z.object({ token });
/** What an invitation says to those who hold it; nothing about other members. */
export const openInvitation = z.object({
  club: z.object({ id: z.string(), name: z.string(), sport_type: z.string() }),
  role: z.enum(invitationRoles),
  inviter_name: z.string().nullable(),
  expires_at: timestamp,
  first_name: z.string(),
  last_name: z.string(),
  /** The address it was mailed to, for the mailed link only. */
  email: z.string().nullable(),
  /** It is for a child's guardian. Of whom is said to members only. */
  for_guardian: z.boolean(),
  /** The viewer has already joined with it, or has all that it gives. */
  accepted: z.boolean(),
});
export type OpenInvitation = z.output<typeof openInvitation>;

export const joinedClub = z.object({
  club: z.object({ id: z.string(), name: z.string() }),
  role: z.enum(invitationRoles),
  /** Whether the account is a child's guardian by it, or the club decides that; null: neither. */
  guardian: z.enum(joinedGuardian).nullable(),
  /** The child whose guardian the account is by it. */
  child_id: z.string().nullable(),
});
export type JoinedClub = z.output<typeof joinedClub>;
export const registerWithInvitationInput = registerInput.extend({ token });
export const joinedSession = session.extend(joinedClub.shape);
