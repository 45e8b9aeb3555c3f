/**
 * What may be done with a person of a club in photos. Each purpose is asked for by itself (GDPR Art. 7 and 9); for
 * children their guardians answer, from 14 with the child, from 18 the person; until then what the guardians said last
 * stays in force.
 */
export const purposes = ['find', 'name', 'outside'] as const;
export type Purpose = (typeof purposes)[number];
export type CurrentConsent = 'yes' | 'no' | 'unknown';

/** What a club chooses for photos with people who refused `outside`: outside the club they are left out, or shown with faces blurred. */
export const refusedOutside = ['leave_out', 'blur'] as const;
export type RefusedOutside = (typeof refusedOutside)[number];
