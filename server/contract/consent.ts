/**
 * What may be done with a person of a club in photos. Each purpose is asked about separately (GDPR Art. 7 and 9). For children
 * their guardians answer, from 14 together with the child; from 18 the person answers (ages.ts), and what the guardians said
 * last holds until then. The rule: server/visibility/current-consent.sql.ts.
 */
export const askedPurposes = ['find', 'name', 'outside'] as const;
/**
 * `guard`: the person is looked for in photos that are about to leave the club, only to keep them inside. Offered where `outside`
 * is refused, so that nobody owes an answer to it.
 */
export const purposes = [...askedPurposes, 'guard'] as const;
export type Purpose = (typeof purposes)[number];
export type CurrentConsent = 'yes' | 'no' | 'unknown';
/** What one account said itself; null: nothing. */
export type OwnAnswer = 'yes' | 'no' | 'withdrawn' | null;

/**
 * What a club chooses for photos with people who refused `outside`: outside the club they are left out, or shown with faces
 * blurred.
 */
export const refusedOutside = ['leave_out', 'blur'] as const;
export type RefusedOutside = (typeof refusedOutside)[number];
