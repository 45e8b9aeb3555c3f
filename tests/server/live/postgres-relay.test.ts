import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type LiveMessage, MemoryBus } from '#server/live/bus.ts';
import { relayThroughPostgres } from '#server/live/postgres-relay.ts';
import { createLogger } from '#server/logger.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { TEST_SERVER_URL } from '#tests/support/test-settings.ts';

const MESSAGES = 50;
const message = (number: number): LiveMessage => ({ topic: `gallery:${number}`, kind: 'photos' });

// Needs DATABASE_URL_TEST: the embedded database belongs to one process.
let database: TestDatabase | undefined;
beforeAll(async () => {
  if (TEST_SERVER_URL) database = await createTestDatabase();
});
afterAll(() => database?.remove());

test.skipIf(!TEST_SERVER_URL)(
  'what one process publishes reaches the pages open at another, once and in order',
  async () => {
    const log = createLogger('silent');
    const [here, there] = [new MemoryBus(), new MemoryBus()];
    const relays = [here, there].map((bus) => relayThroughPostgres(database?.databaseUrl ?? '', bus, log));
    const received = { here: [] as string[], there: [] as string[] };
    const listenAt = (bus: MemoryBus, to: string[], topic: LiveMessage['topic']) =>
      bus.subscribe(topic, ({ topic: of }) => to.push(of));
    try {
      listenAt(there, received.there, 'jobs');
      // Both connections listen from the first message that arrives.
      await vi.waitFor(() => {
        here.publish({ topic: 'jobs', kind: 'changed' });
        expect(received.there.length).toBeGreaterThan(0);
      }, 60_000);
      const topics = Array.from({ length: MESSAGES }, (_, number) => message(number).topic);
      for (const topic of topics) {
        listenAt(here, received.here, topic);
        listenAt(there, received.there, topic);
      }
      for (let number = 0; number < MESSAGES; number += 1) here.publish(message(number));
      const ofGalleries = (list: string[]) => list.filter((topic) => topic !== 'jobs');
      await vi.waitFor(() => expect(ofGalleries(received.there)).toEqual(topics), 60_000);
      expect(received.here).toEqual(topics);
    } finally {
      await Promise.all(relays.map((relay) => relay.close()));
    }
  },
);
