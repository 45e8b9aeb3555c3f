/** The roles an account can have. Every account is a `member`; that is never stored. */
export const roleNames = ['member', 'photographer', 'club_admin', 'admin', 'superuser'] as const;
export type Role = (typeof roleNames)[number];

export const roleDescriptions: Record<Role, string> = {
  member: 'Sees clubs, events and the galleries shared with them.',
  photographer: 'Creates galleries and uploads photos.',
  club_admin: 'Manages the members and requests of a club and creates events.',
  admin: 'Manages users, clubs, galleries and face recognition.',
  superuser: 'An administrator who may also appoint superusers.',
};
