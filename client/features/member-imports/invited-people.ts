/** Whom an import invites: those on the list, nobody, or a guardian of each child on it. */
export const invitedPeople = ['people', 'nobody', 'guardians'] as const;
export type InvitedPeople = (typeof invitedPeople)[number];
