/** Many kills at random moments. One in each run of the tests: tests/faults/kill-while-delivering.test.ts. */
import { test } from 'vitest';
import { deliverWhileKilled } from '#tests/support/killed-deliveries.ts';

const KILLS = Number(process.env.DELIVERY_KILLS ?? 12);
/** Between a start and the next kill, at most. */
const KILLED_WITHIN_MS = 20_000;

test(`${KILLS} kills while programs deliver: no photo is lost, none is there twice, none is half`, () =>
  deliverWhileKilled({ kills: KILLS, withinMs: KILLED_WITHIN_MS }));
