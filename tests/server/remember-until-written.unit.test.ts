import { expect, test } from 'vitest';
import { memoriesOf, rememberUntilWritten } from '#server/remember-until-written.ts';

/** A database of one number. */
function world(mostKept = 10) {
  let writes = 0;
  let value = 1;
  let reads = 0;
  const begin = rememberUntilWritten(() => writes, mostKept);
  const read = async () => {
    reads += 1;
    return { value };
  };
  return {
    begin,
    read,
    reads: () => reads,
    write: (to: number) => {
      value = to;
      writes += 1;
    },
  };
}

test('what was read is answered again until something is written', async () => {
  const { begin, read, reads, write } = world();
  expect(await begin()('a', read)).toEqual({ value: 1 });
  expect(await begin()('a', read)).toEqual({ value: 1 });
  expect(reads()).toBe(1);
  write(2);
  expect(await begin()('a', read)).toEqual({ value: 2 });
});

test('requests that ask at the same time share one read', async () => {
  const { begin, read, reads } = world();
  await Promise.all(Array.from({ length: 6 }, () => begin()('a', read)));
  expect(reads()).toBe(1);
});

test('a read that something is written beside is kept for nobody who asks later', async () => {
  const { begin, read, write } = world();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const before = begin()('a', async () => {
    const seen = await read();
    await held;
    return seen;
  });
  await Promise.resolve();
  write(2);
  expect(await begin()('a', read)).toEqual({ value: 2 });
  release();
  expect(await before).toEqual({ value: 1 });
  expect(await begin()('a', read)).toEqual({ value: 2 });
});

test('what a request read that began before a write is kept for nobody, as its rights may be older', async () => {
  const { begin, read, write } = world();
  const old = begin();
  const rights = await old('rights', read);
  write(2);
  expect(await old('a', async () => rights)).toEqual({ value: 1 });
  expect(await begin()('a', read)).toEqual({ value: 2 });
});

test('failures and what is no object are read again', async () => {
  const { begin, reads, read } = world();
  const failing = async () => Promise.reject(await read());
  const nothing = async () => void (await read());
  for (let i = 0; i < 2; i += 1) {
    await expect(begin()('a', failing)).rejects.toEqual({ value: 1 });
    expect(await begin()('b', nothing)).toBeUndefined();
  }
  expect(reads()).toBe(4);
});

test('the keys asked for longest ago go first', async () => {
  const { begin, read, reads } = world(2);
  for (const key of ['a', 'b', 'a', 'c']) await begin()(key, read);
  expect(reads()).toBe(3);
  await begin()('a', read);
  expect(reads()).toBe(3);
  await begin()('b', read);
  expect(reads()).toBe(4);
});

test('beside other processes nothing is remembered', async () => {
  const { read, reads } = world();
  const { beginReading } = memoriesOf(null);
  await beginReading()('a', read);
  await beginReading()('a', read);
  expect(reads()).toBe(2);
});
