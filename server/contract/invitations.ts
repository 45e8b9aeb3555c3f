/** The role that somebody gets by accepting an invitation. */
export const invitationRoles = ['member', 'photographer'] as const;

export const invitationStates = ['open', 'used', 'expired', 'revoked'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** Whether who accepted an invitation has said to be a guardian; `ended`: no, or not any more. */
export const guardianStates = ['asked', 'confirmed', 'ended'] as const;
export type GuardianState = (typeof guardianStates)[number];
