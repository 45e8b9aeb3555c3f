import { expect, test } from 'vitest';
import { rateLimitAddress, widerNetwork } from '#server/features/platform/rate-limits/rate-limit-address.ts';

test.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8::/64', '2001:db8::/48'],
  ['::1', '::/64', '::/48'],
  ['fe80::1%eth0', 'fe80::/64', 'fe80::/48'],
  ['64:ff9b::192.0.2.7', '64:ff9b::/64', '64:ff9b::/48'],
  ['1:2:3:4:5:6:192.0.2.7', '1:2:3:4::/64', '1:2:3::/48'],
  ['unknown', 'unknown', 'unknown'],
])('%s is counted as %s, in the wider network %s', (address, network, wider) => {
  expect(rateLimitAddress(address)).toBe(network);
  expect(widerNetwork(rateLimitAddress(address))).toBe(wider);
});
