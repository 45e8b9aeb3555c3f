import type { Request, RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';
import type { Needs } from '#server/app-context.ts';
import type { ForwardingProblem } from '#server/contract/forwarding-problems.ts';
import { isForwarded } from './is-forwarded.ts';
import { isAtHost } from './same-origin.ts';

/** What the operator reads in the log, once each. */
const advice: Record<ForwardingProblem, string> = {
  untrusted:
    'requests come through a proxy that is not trusted, so that all visitors share one address and its limits. Where the proxy is ' +
    'yours, set TRUST_PROXY=1, and one more for each further proxy',
  nameless:
    'requests come through a proxy that does not say from whom, so that all visitors share one address and its limits. Let the proxy ' +
    'send X-Forwarded-For, and set TRUST_PROXY=1',
  bypassed:
    'requests come past the proxy that TRUST_PROXY counts: whoever sends them can make up addresses and so escape limits. Let only ' +
    'the proxy reach this port, or set TRUST_PROXY=0',
};

/** Kinds of addresses that do not come from the public internet. */
const OWN_NETWORK = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']);

/** Notes where TRUST_PROXY does not fit the way that requests come; the page of settings and the log say so. */
export function watchForwarding(ctx: Needs<'forwarding' | 'log'>): RequestHandler {
  return (req, _res, next) => {
    const problem = forwardingProblemOf(req);
    if (problem && ctx.forwarding.problem !== problem) {
      ctx.forwarding.problem = problem;
      ctx.log.warn({ from: req.socket.remoteAddress }, advice[problem]);
    }
    next();
  };
}

/**
 * Whether many visitors may stand behind the address of a request: it comes through a proxy and has the proxy's address. Only
 * proxies of this machine or its network are taken for one: strangers can send the same headers.
 */
export const hasSharedAddress = (req: Request): boolean =>
  ['untrusted', 'nameless'].includes(forwardingProblemOf(req) ?? '');

export function forwardingProblemOf(req: Request): ForwardingProblem | null {
  const trusted = Number(req.app.get('trust proxy')) > 0;
  const named = req.get('x-forwarded-for') !== undefined;
  const from = rangeOf(req.socket.remoteAddress);
  if (!OWN_NETWORK.has(from)) return trusted && !named ? 'bypassed' : null;
  if (named) return trusted ? null : 'untrusted';
  if (comesThroughProxy(req)) return 'nameless';
  return trusted && from !== 'loopback' ? 'bypassed' : null;
}

/** Whether an address is of this machine or its network. */
export const isOfOwnNetwork = (address: string | undefined): boolean => OWN_NETWORK.has(rangeOf(address));

function rangeOf(address = ''): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).range() : 'unknown';
}

function comesThroughProxy(req: Request): boolean {
  if (isForwarded(req)) return true;
  const origin = req.get('origin');
  return origin !== undefined && origin !== 'null' && !isAtHost(origin, req.get('host'));
}
