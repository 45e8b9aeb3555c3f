/** The role that somebody gets by accepting an invitation. */
export const invitationRoles = ['member', 'photographer'] as const;

export const invitationStates = ['open', 'used', 'expired', 'revoked'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** Days until an invitation ends: without a choice, for those of an imported list, and what its form offers. */
export const invitationDays = { standard: 30, imported: 90, choices: [7, 30, 90] } as const;
