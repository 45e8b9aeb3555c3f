/** In years: `ownYes` is the age from which a child's own yes is needed beside a guardian's, `adult` that from which guardians are not asked. */
export const ages = { ownYes: 14, adult: 18 } as const;
