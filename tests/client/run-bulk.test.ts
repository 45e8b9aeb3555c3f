import { expect, test } from 'vitest';
import { runBulk } from '#client/lib/run-bulk.ts';

test('a bulk goes on after a failure, one at a time, and ends with the session', async () => {
  let atOnce = 0;
  const work = (fails: Record<string, unknown>) => async (id: string) => {
    atOnce += 1;
    expect(atOnce).toBe(1);
    await Promise.resolve();
    atOnce -= 1;
    if (fails[id]) throw fails[id];
  };
  const some = await runBulk(['a', 'b', 'c'], work({ b: new Error('no') }));
  expect([some.succeeded, some.failed.map(({ id }) => id)]).toEqual([['a', 'c'], ['b']]);
  const over = await runBulk(
    ['a', 'b', 'c'],
    work({ a: { data: { code: 'session_expired', http_status: 401 } } }),
  );
  expect(over.succeeded).toEqual([]);
  expect(over.failed).toHaveLength(1);
});
