import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refreshOnce, refreshStale } from '#client/lib/refresh-stale.ts';

/** Counts how often a query was asked that is on the page, by its path. */
async function page(...paths: string[]) {
  const queries = new QueryClient();
  const asked: string[] = [];
  for (const path of paths) {
    const queryFn = async () => {
      asked.push(path);
      return null;
    };
    new QueryObserver(queries, { queryKey: [path.split('.'), { type: 'query' }], queryFn }).subscribe(
      () => {},
    );
  }
  await queries.refetchQueries();
  asked.length = 0;
  return { queries, asked };
}

test('a mutation has its queries asked again, and no others', async () => {
  const { queries, asked } = await page('galleries.get', 'galleries.list', 'clubs.list');
  await refreshStale(queries, [['galleries', 'update']]);
  expect(asked).toEqual(['galleries.list']);
  await refreshStale(queries, [['clubs', 'create']]);
  expect(asked).toEqual(['galleries.list', 'clubs.list']);
  await refreshStale(queries, undefined);
  expect(asked).toHaveLength(2);
});

test('several in a row have them asked again once, at the end', async () => {
  const { queries, asked } = await page('galleries.list', 'galleries.deleted');
  const remove = () => refreshStale(queries, [['galleries', 'delete']]);
  await refreshOnce(async () => {
    await remove();
    await remove();
    expect(asked).toEqual([]);
  });
  expect(asked).toEqual(['galleries.list', 'galleries.deleted']);
});

test('what became stale before a failure is asked again all the same', async () => {
  const { queries, asked } = await page('clubs.list');
  const work = refreshOnce(async () => {
    await refreshStale(queries, [['clubs', 'delete']]);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(asked).toEqual(['clubs.list']);
});
