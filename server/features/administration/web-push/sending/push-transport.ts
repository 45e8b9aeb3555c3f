import { Agent, request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import webPush from 'web-push';
import type { PushKeys } from '#server/contract/push-keys.ts';
import { isWithinReach, type PushReach } from './push-reach.ts';

/** Where and how a browser takes messages, as it said itself. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string };

/**
 * `taken`: also where the answer was lost; nobody knows whether it was taken then, and nobody is told twice. `gone`: the browser
 * takes no more messages there. `refused`: another attempt cannot help.
 */
type PushOutcome = 'taken' | 'gone' | 'refused';

/** The service was not reached, or cannot take the message now. */
export class PushNotTaken extends Error {
  override name = 'PushNotTaken';
}

export interface PushTransport {
  /** @throws PushNotTaken where another attempt may help */
  send(address: PushAddress, message: object): Promise<PushOutcome>;
}

const ANSWER_MS = 15_000;
/** A phone that is off in the evening is told in the morning, and not later. */
const KEPT_BY_SERVICE_S = 12 * 3_600;
/** All messages have one length, so that services do not learn from it what they say. */
const MESSAGE_BYTES = 256;
const HEADER_BYTES = 8_192;

/** @param contact an address of mail (`mailto:`) or of a page, to which a service may write about this server */
export function createPushTransport(reach: PushReach, keys: PushKeys, contact: string): PushTransport {
  // Its own: no connection of another request is used, and no proxy of the environment connects for it.
  const agent = new Agent({ keepAlive: false });
  return {
    async send(address, message) {
      if (!isWithinReach(reach, address.endpoint)) return 'refused';
      const details = describeRequest(address, message, { subject: contact, ...keys });
      if (!details) return 'refused';
      const status = await post(reach, agent, address.endpoint, details);
      if (status === 'lost' || (status >= 200 && status < 300)) return 'taken';
      if (status === 404 || status === 410) return 'gone';
      if (status === 429 || status >= 500) throw new PushNotTaken(`The service answered ${status}`);
      return 'refused';
    },
  };
}

type Details = { headers: Record<string, string | number>; body: Buffer };

/** Encrypted for the browser alone (RFC 8291); null: the key that it named is none. */
function describeRequest(
  { endpoint, ...keys }: PushAddress,
  message: object,
  vapidDetails: PushKeys & { subject: string },
): Details | null {
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys },
      JSON.stringify(message).padEnd(MESSAGE_BYTES),
      // Takes the place of an earlier message that was not delivered.
      { vapidDetails, TTL: KEPT_BY_SERVICE_S, topic: 'new-photos' },
    );
    return { headers: headers as Details['headers'], body: body! };
  } catch {
    return null;
  }
}

/**
 * The status of the answer, of which nothing more is read; `lost`: the message went out, and no answer came. Redirects are not followed.
 */
function post(
  reach: PushReach,
  agent: Agent,
  endpoint: string,
  { headers, body }: Details,
): Promise<number | 'lost'> {
  return new Promise((resolve, reject) => {
    let isOut = false;
    const sent = request(endpoint, {
      method: 'POST',
      headers,
      agent,
      lookup: lookupWithin(reach),
      maxHeaderSize: HEADER_BYTES,
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(reach.ca !== undefined && { ca: reach.ca }),
    });
    sent.on('socket', (socket) =>
      socket.once('connect', () => {
        if (!reach.mayConnectTo(socket.remoteAddress ?? ''))
          socket.destroy(new PushNotTaken('The service has an address that is not public'));
      }),
    );
    sent.on('finish', () => {
      isOut = true;
    });
    sent.on('response', (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.destroy();
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (isOut) resolve('lost');
      else reject(new PushNotTaken(`The service was not reached: ${error.code ?? error.name}`));
    });
    sent.end(body);
  });
}

/** Connects to no address that is not public, whatever the name resolves to at this moment. */
function lookupWithin({ lookup, mayConnectTo }: PushReach): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error('no address'), '', 0);
      if (!addresses.every(({ address }) => mayConnectTo(address)))
        return callback(new Error('an address that is not public'), '', 0);
      if (options.all) return callback(null, addresses);
      callback(null, first.address, isIP(first.address));
    });
}
