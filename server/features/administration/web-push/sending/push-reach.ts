import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import ipaddr from 'ipaddr.js';

/** Which servers messages are handed to. */
export interface PushReach {
  /** Host names; hosts below them count, too. */
  hosts: readonly string[];
  port: number;
  mayConnectTo(address: string): boolean;
  lookup(
    hostname: string,
    options: LookupOptions & { all: true },
    callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ): void;
  /** A certificate authority that is trusted in place of the usual ones. */
  ca?: string;
}

/** The services of browsers. Names in the texts `web_push.services` and in docs/privacy/promises.md. */
export const browserServices: PushReach = {
  hosts: [
    'fcm.googleapis.com', // Google
    'push.apple.com', // Apple
    'push.services.mozilla.com', // Mozilla
    'notify.windows.com', // Microsoft
  ],
  port: 443,
  mayConnectTo: (address) => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast',
  lookup,
};

/** Whether a message may be handed to this address, as a browser names it. */
export function isWithinReach({ hosts, port }: Pick<PushReach, 'hosts' | 'port'>, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port: given, username, password } = new URL(endpoint);
  return (
    protocol === 'https:' &&
    Number(given || 443) === port &&
    username === '' &&
    password === '' &&
    hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  );
}
