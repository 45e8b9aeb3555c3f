/** The role that somebody gets by accepting an invitation. */
export const invitationRoles = ['member', 'photographer'] as const;

export const invitationStates = ['open', 'used', 'expired', 'revoked'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** Whether who accepted an invitation is a guardian; `claimed`: the club has to decide, `ended`: no, or not any more. */
export const guardianStates = ['asked', 'claimed', 'confirmed', 'ended'] as const;
export type GuardianState = (typeof guardianStates)[number];

/** What the use of an invitation for a child's guardian made of the account: a guardian, or somebody about whom the club decides. */
export const joinedGuardian = ['confirmed', 'claimed'] as const;
export type JoinedGuardian = (typeof joinedGuardian)[number];
