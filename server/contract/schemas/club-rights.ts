import { z } from 'zod';
import { listSizes } from '../list-sizes.ts';
import { roleNames } from '../roles.ts';
import { byId, id, page } from './common.ts';

/** Somebody who has rights in a club without being a member of it. */
const clubRightHolder = z.object({
  id: z.string(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** In this club. */
  roles: z.array(z.enum(roleNames)),
  /** Galleries of the club that they made or photograph. */
  galleries: z.number(),
  /** Events of the club that they made. */
  events: z.number(),
  /** Galleries of the club to which they were given access by name. */
  access: z.number(),
});
export type ClubRightHolder = z.output<typeof clubRightHolder>;
export const clubRights = z.object({ rights: z.array(clubRightHolder), total: z.number() });
export const clubRightsInput = byId.extend(page(listSizes.max));
export const endClubRightsInput = byId.extend({
  user_id: id,
  /** `galleries`: what they made or photograph, events too. Left out: all of it. */
  kind: z.enum(['roles', 'galleries', 'access']).optional(),
});
