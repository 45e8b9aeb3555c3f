import { expect, test, vi } from 'vitest';
import { createAppRouter } from '#client/app/router.tsx';
import { adminScreens, publicScreens } from '#tests/e2e/support/screens.ts';

// Of the screens only the addresses are read here; no browser is driven.
vi.mock('@playwright/test', () => ({ expect: undefined }));

/** Routes that show nothing of their own: they lead to another one. */
const REDIRECTS = ['/$'];

const things = {
  gallery: { id: 'id' },
  club: { id: 'id' },
  event: { id: 'id' },
  linkToken: 'token',
  lockedToken: 'locked',
  invitationToken: 'invitation',
};

test('the tests of layout and accessibility walk through every route', () => {
  const router = createAppRouter();
  const routes = Object.keys(router.routesByPath).filter((path) => !REDIRECTS.includes(path));
  expect(routes.length).toBeGreaterThan(30);
  const walked = new Set<string | undefined>(
    [...publicScreens(things), ...adminScreens(things)].map(
      ({ path }) => router.getMatchedRoutes(path.replace(/[?#].*/, ''))[2]?.fullPath,
    ),
  );
  expect(routes.filter((path) => !walked.has(path))).toEqual([]);
});
