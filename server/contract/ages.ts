/** Ages in years from which children agree themselves, beside a guardian, and from which they answer alone, without guardians. */
export const ages = { ownYes: 14, adult: 18 } as const;
