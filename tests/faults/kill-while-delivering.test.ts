/**
 * One kill while WebDAV and the hot folder deliver; many of them: tests/nightly/kill-while-delivering.test.ts.
 * @module-tag long
 */
import { test } from 'vitest';
import { deliverWhileKilled } from '#tests/support/killed-deliveries.ts';

test('a server killed while programs deliver loses no photo, has none twice and none half', () =>
  deliverWhileKilled({ kills: 1, most: 4 }));
