import { expect, test } from 'vitest';
import { listen, MemoryBus } from '#server/live/bus.ts';

test('what is said before the first message is asked for is not lost, and nothing is heard after the end', async () => {
  const bus = new MemoryBus();
  const abort = new AbortController();
  const { messages, stop } = listen(bus, ['settings'], abort.signal);
  bus.publish({ topic: 'settings', kind: 'changed' });
  bus.publish({ topic: 'settings', kind: 'changed' });
  expect((await messages.next()).value).toEqual({ topic: 'settings', kind: 'changed' });
  const next = messages.next();
  bus.publish({ topic: 'settings', kind: 'changed' });
  expect((await next).done).toBe(false);
  stop();
  bus.publish({ topic: 'settings', kind: 'changed' });
  abort.abort();
  expect((await messages.next()).done).toBe(true);
});
