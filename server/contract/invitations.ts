/** The role that somebody gets by accepting an invitation. */
export const invitationRoles = ['member', 'photographer'] as const;

export const invitationStates = ['open', 'used', 'expired', 'revoked'] as const;
export type InvitationState = (typeof invitationStates)[number];
