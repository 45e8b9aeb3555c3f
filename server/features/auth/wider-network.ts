import { isIPv4 } from 'node:net';

/** The parts of an address that name what one customer of a provider may have: a /24 of IPv4, a /48 of IPv6. */
const OCTETS = 3;
const GROUPS = 3;

/**
 * The wider network of an address as limits name it, which is an IPv4 address or a /64 of IPv6. One customer often has
 * 256 of the former or 65,536 of the latter, and with them as many first guesses.
 */
export function widerNetwork(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, OCTETS).join('.')}.0/24`;
  const [prefix, rest] = address.split('::/64');
  return rest === '' ? `${prefix?.split(':').slice(0, GROUPS).join(':')}::/48` : address;
}
