import { isIPv6 } from 'node:net';

/** The leading groups that name the network: a home or a server has all of a /64, and 2^64 addresses in it. */
const NETWORK_GROUPS = 4;

/**
 * Whom limits count: an IPv4 address, or the network of an IPv6 address. Counting single IPv6 addresses would give
 * everybody as many first tries as they like.
 */
export function rateLimitAddress(address: string): string {
  const [plain = ''] = address.split('%'); // without the zone
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(plain)) return address;
  const [left = [], right] = plain.split('::').map((half) => half.split(':').filter(Boolean));
  const gap = right ? Array.from({ length: 8 - left.length - right.length }, () => '0') : [];
  const groups = [...left, ...gap, ...(right ?? [])].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
