import { z } from 'zod';
import { refusedOutside } from '../consent.ts';
import { inputLimits } from '../input-limits.ts';
import { listSizes } from '../list-sizes.ts';
import {
  description,
  flag,
  id,
  name,
  nullableTimestamp,
  page,
  search,
  seen,
  text,
  timestamp,
} from './common.ts';

export const club = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  sport_type: z.string(),
  description: z.string(),
  /** Whom its members turn to; empty for others. */
  contact: z.string(),
  /** What people outside the club see of photos with people who may not be shown to them. */
  refused_outside: z.enum(refusedOutside),
  /** Whether members may say which of its people they are or answer for. */
  takes_claims: z.boolean(),
  member_count: z.number(),
  created_at: timestamp,
  created_by_username: z.string().nullable(),
  user_membership_status: z.enum(['approved', 'pending', 'none']),
  admin_since: nullableTimestamp,
  permissions: z.object({
    can_edit: z.boolean(),
    can_rename: z.boolean(),
    can_delete: z.boolean(),
    can_manage_members: z.boolean(),
    can_invite_photographers: z.boolean(),
    can_manage_people: z.boolean(),
    can_read_takedowns: z.boolean(),
    can_manage_admins: z.boolean(),
  }),
});
export type Club = z.output<typeof club>;

const contact = text({ max: inputLimits.contactMax, lines: true });
export const clubListInput = z.object({ ...page(listSizes.max), search, my_clubs: flag.optional() });
export const clubPage = z.object({ clubs: z.array(club), total: z.number() });
export const adminClubs = z.object({ admin_clubs: z.array(club) });
export const createClubInput = z.object({
  name: name('Name'),
  sport_type: name('Sport type'),
  description: description.default(''),
  contact: contact.default(''),
});
export const updateClubInput = z.object({
  id,
  name: name('Name').optional(),
  sport_type: name('Sport type').optional(),
  description: description.optional(),
  contact: contact.optional(),
  refused_outside: z.enum(refusedOutside).optional(),
  takes_claims: flag.optional(),
  seen,
});
export const clubUserInput = z.object({ id, user_id: id });
export const clubMembersInput = z.object({ id, ...page(listSizes.max), search });

const person = {
  id: z.string(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
};
const clubMember = z.object({ ...person, role: z.string(), approved_at: nullableTimestamp });
const joinRequest = z.object({ ...person, requested_at: timestamp });
const clubAdmin = z.object({ ...person, user_id: z.string(), admin_since: timestamp });
export const clubMembers = z.object({ members: z.array(clubMember), total: z.number() });
export const joinRequests = z.object({ requests: z.array(joinRequest), total: z.number() });
export const clubAdmins = z.object({ admins: z.array(clubAdmin), total: z.number() });
