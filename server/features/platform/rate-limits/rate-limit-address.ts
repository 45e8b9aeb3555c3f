import ipaddr from 'ipaddr.js';

/** One customer of a provider has a whole /64 of IPv6; a limit on single addresses would not limit them. */
const CUSTOMER_PREFIX = 64;
/** What one customer may often have: 256 addresses of IPv4, or 65,536 networks of the above size. */
const WIDER_PREFIX = { ipv4: 24, ipv6: 48 };

/** The address that limits count: an IPv4 address, or the /64 network of an IPv6 address. */
export function rateLimitAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address); // an IPv4 address written as IPv6 becomes IPv4
  return parsed.kind() === 'ipv4' ? parsed.toString() : networkOf(parsed, CUSTOMER_PREFIX);
}

/** The wider network of an address as `rateLimitAddress` answers it: a /24 of IPv4, a /48 of IPv6. */
export function widerNetwork(address: string): string {
  const [host = ''] = address.split('/');
  if (!ipaddr.isValid(host)) return address;
  const parsed = ipaddr.parse(host);
  return networkOf(parsed, WIDER_PREFIX[parsed.kind()]);
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number): string {
  const bytes = address.toByteArray().map((byte, index) => (index < prefix / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes)}/${prefix}`;
}
