/** What an invitation makes of those who accept it. How many days one lasts: lifetimes.ts. */
export const invitationRoles = ['member', 'photographer'] as const;

export const invitationStates = ['open', 'used', 'expired', 'revoked'] as const;
export type InvitationState = (typeof invitationStates)[number];
