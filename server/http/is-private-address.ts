import ipaddr from 'ipaddr.js';

const ranges = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal']);

/** Whether an address is of this machine or of a local network. */
export const isPrivateAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ranges.has(ipaddr.process(address).range());
