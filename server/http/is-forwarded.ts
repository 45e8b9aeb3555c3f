import type { Request } from 'express';

/** What proxies and what stands before them add to the requests that they pass on; any one of them is enough. */
const FORWARDING_HEADERS = new Set([
  'cf-connecting-ip',
  'client-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'forwarded',
  'true-client-ip',
  'via',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-envoy-external-address',
  'x-original-forwarded-for',
  'x-original-host',
  'x-original-url',
  'x-proxyuser-ip',
  'x-real-ip',
]);

export const isForwarded = (req: Request): boolean =>
  Object.keys(req.headers).some((name) => name.startsWith('x-forwarded') || FORWARDING_HEADERS.has(name));
