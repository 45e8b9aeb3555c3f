/** Set by `npm run test:all`, which lets random histories run long and adds what stands in tests/nightly. */
export const THOROUGH = process.env.CLUBLENS_TEST_ALL === 'yes';

/** Tag of long browser tests that `npm test` leaves to `npm run test:all`. */
export const ONLY_IN_ALL = '@only-in-all';

/** How many random histories or states a test goes through: few in `npm test`, all in `npm run test:all`. */
export const runs = (few: number, all: number): number => (THOROUGH ? all : few);

/** The languages in which a walk through screens is repeated; walks that are made once are in English. */
export const languages: readonly ('en' | 'de')[] = THOROUGH ? ['en', 'de'] : ['de'];
