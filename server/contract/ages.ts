/** Ages in years at which others answer for a person in photos. */
export const ages = {
  /** From this age on a guardian's yes needs the child's own yes beside it, where the child has an account. */
  ownYes: 14,
  /** From this age on people answer for themselves: their guardians are not asked any more. */
  adult: 18,
} as const;
