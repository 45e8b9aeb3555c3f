/** In `npm run test:all` alone: what takes minutes, and variations of which the other runs keep some (docs/develop/testing.md). */
export const NIGHTLY = process.env.CLUBLENS_TEST_ALL === '1';

/** Tag of the browser tests that `npm test` runs. */
export const ROAD = '@road';

/** Tag of browser tests that are left to `npm run test:all`. */
export const ONLY_IN_ALL = '@only-in-all';

/** How many random histories or states a test goes through: few, and all in `npm run test:all`. */
export const runs = (few: number, all: number): number => (NIGHTLY ? all : few);

/** The languages in which a walk through screens is repeated; walks that are made once are in English. */
export const languages: readonly ('en' | 'de')[] = NIGHTLY ? ['en', 'de'] : ['de'];
