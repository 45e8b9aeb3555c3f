import { expect, test } from 'vitest';
import { readNotification } from '#server/live/postgres-relay.ts';

test.each([
  undefined,
  '',
  'hello',
  'null',
  '5',
  '"text"',
  '{"from":',
  '{"from":"another","message":"text"}',
  // An emitter throws when this event has no listener.
  '{"from":"another","message":{"topic":"error","kind":"changed"}}',
])('%j on the channel is passed over', (payload) => {
  expect(readNotification(payload)).toEqual({});
});

test('a message of another server is read', () => {
  const sent = { from: 'another', message: { topic: 'jobs', kind: 'changed' } };
  expect(readNotification(JSON.stringify(sent))).toEqual(sent);
});
