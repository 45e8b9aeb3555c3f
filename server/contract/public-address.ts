/** Where links begin: as the operator has set it, at an address only the server's own machine knows, or as each request. */
export const publicAddresses = ['set', 'loopback', 'unset'] as const;
export type PublicAddress = (typeof publicAddresses)[number];

/** Whether other machines cannot reach this address. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127\.|^0\.0\.0\.0$/.test(hostname) ||
    hostname === '[::1]'
  );
}

export function publicAddressOf(publicUrl: string | null): PublicAddress {
  if (publicUrl === null) return 'unset';
  return isLoopback(publicUrl) ? 'loopback' : 'set';
}
