/** 'landing' in `.ci/run`, 'all' in `npm run test:all`; unset in `npm test`. */
const tier = process.env.CLUBLENS_TEST_TIER;

/** Every case but those of browsers, also those of which `npm test` keeps some of each kind. */
export const THOROUGH = tier === 'landing' || tier === 'all';

/** What takes minutes: browser cases that are variations, long random histories, many kills, and tests/nightly. */
export const NIGHTLY = tier === 'all';

/** Tag of browser tests that are left to `npm run test:all`. */
export const ONLY_IN_ALL = '@only-in-all';

/** How many random histories or states a test goes through: few before a change lands, all in `npm run test:all`. */
export const runs = (few: number, all: number): number => (NIGHTLY ? all : few);

/** The languages in which a walk through screens is repeated; walks that are made once are in English. */
export const languages: readonly ('en' | 'de')[] = NIGHTLY ? ['en', 'de'] : ['de'];
