/** @module-tag long */
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createAppRouter } from '#client/app/router.tsx';
import { runs } from '#tests/support/thoroughness.ts';
import { Failure, type FakeServer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

/** The same screens stand at shorter addresses. */
const twice = ['/admin/gallery', '/admin/gallery/$galleryId'];
/** The address of every screen, from the routes, with ids for their parts that vary. */
const paths = Object.keys(createAppRouter().routesByPath)
  .filter((path) => path !== '/$' && !twice.includes(path))
  .map((path) => path.replace(/\$\w+/g, 'a1'))
  .filter((_, at) => at % runs(3, 1) === 0);
const needsNobody = ['/login', '/register'];

/** Without them the pages of signed-out people do as a new installation does. */
const needless = ['installationSettings.public'];
const reason = 'Something went wrong on our side.';

const skeletons = () => document.querySelectorAll('.mantine-Skeleton-root').length;
const alerts = () =>
  screen.queryAllByRole('alert').filter(({ textContent }) => textContent?.includes(reason));

/** All queries of a screen, once nothing more is asked. */
async function queriesOf({ calls }: FakeServer): Promise<string[]> {
  for (let before = -1; before !== calls.length; await new Promise((done) => setTimeout(done, 150)))
    before = calls.length;
  const queries = new Set(calls.filter(({ isQuery }) => isQuery).map(({ path }) => path));
  return [...queries].filter((path) => !needless.includes(path));
}

for (const path of paths)
  test(`each query of ${path} that fails alone is told once, with the reason`, {
    timeout: 120_000,
  }, async () => {
    const as = needsNobody.includes(path) ? undefined : userWith('admin');
    const { server } = renderApp(path, { as });
    await waitFor(() => expect(document.querySelector('h1, [role="alert"]')).not.toBeNull());
    const wrong: Record<string, string> = {};
    for (const query of await queriesOf(server)) {
      cleanup();
      renderApp(path, { as }).server.answer(query, new Failure());
      await waitFor(
        () => {
          expect(alerts()).toHaveLength(1);
          expect(skeletons()).toBe(0);
        },
        { timeout: 60_000 },
      ).catch(() => {
        wrong[query] = `told ${alerts().length} times, ${skeletons()} skeletons`;
      });
    }
    expect(wrong).toEqual({});
  });
