/** Where links begin: as the operator has set it, at an address only the server's own machine knows, or as each request. */
export const publicAddresses = ['set', 'loopback', 'unset'] as const;
export type PublicAddress = (typeof publicAddresses)[number];

/** Whether other machines cannot reach this address. */
function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127\.|^0\.0\.0\.0$/.test(hostname) ||
    hostname === '[::1]'
  );
}

/** Names that only the resolver of a home or company network knows (RFC 6762, RFC 8375, and what routers hand out). */
const NETWORK_NAME =
  /(^[^.:[\]]+|\.(local|localdomain|lan|home|internal|intranet|private|corp|home\.arpa|fritz\.box|box))$/;
/** Private, link-local and shared addresses (RFC 1918, 3927, 6598, 4193, 4291). */
const NETWORK_ADDRESS =
  /^((10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+|\[(f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):.*)$/;

/** Where an address can be opened: on its own machine, in its own network, or everywhere. */
export function reachOf(address: string): 'here' | 'network' | 'everywhere' {
  if (isLoopback(address)) return 'here';
  const hostname = new URL(address).hostname.replace(/\.$/, '');
  return NETWORK_NAME.test(hostname) || NETWORK_ADDRESS.test(hostname) ? 'network' : 'everywhere';
}

/**
 * The origin at which passkeys work: that of PUBLIC_URL, where browsers allow them. Null: nowhere, for they need a name
 * instead of an IP address, and https except on one's own machine.
 */
export function passkeyOriginOf(publicUrl: string | null): string | null {
  if (publicUrl === null) return null;
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isIpAddress = /^[\d.]+$|^\[/.test(hostname);
  const isTrusted = protocol === 'https:' || /(^|\.)localhost$/.test(hostname);
  return isTrusted && !isIpAddress ? origin : null;
}

export function publicAddressOf(publicUrl: string | null): PublicAddress {
  if (publicUrl === null) return 'unset';
  return isLoopback(publicUrl) ? 'loopback' : 'set';
}
