import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { PushReach } from '#server/features/administration/web-push/sending/push-reach.ts';
import type { PushAddress } from '#server/features/administration/web-push/sending/push-transport.ts';
import { newId } from '#server/ids.ts';
import { makeCertificate } from './https-proxy.ts';
import { pushHost, reachOfTest } from './reach-of-test.ts';

/** A browser that takes messages, as RFC 8291 says; written apart from the library that the server encrypts with. */
export interface PushBrowser extends PushAddress {
  read(body: Buffer): unknown;
}

type ReceivedPush = { path: string; headers: Record<string, string | undefined>; body: Buffer };

interface PushService {
  reach: PushReach;
  /** Its certificate, as a text. */
  certificate: string;
  received: ReceivedPush[];
  /** What it answers from now on: a status, or nothing ever. */
  answer: number | 'nothing' | { status: number; headers: Record<string, string> };
  /** Resolves with the next message, before it is answered. */
  next(): Promise<ReceivedPush>;
  browser(): PushBrowser;
  /** Who signed a message, as it says itself. @throws where the signature is not of that key */
  signerOf(message: ReceivedPush): Promise<{ key: string; sub: unknown; aud: unknown; lastsS: number }>;
  close(): Promise<void>;
}

/** The service of a browser's maker, on this machine; null where there is no openssl. */
export async function startPushService(): Promise<PushService | null> {
  const certificate = makeCertificate(pushHost);
  if (!certificate) {
    console.warn('SKIPPED: what a service of browsers gets (openssl is not here)');
    return null;
  }
  const waiting: ((message: ReceivedPush) => void)[] = [];
  const server = createServer(certificate, async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const message = {
      path: req.url ?? '',
      headers: req.headers as ReceivedPush['headers'],
      body: Buffer.concat(chunks),
    };
    service.received.push(message);
    for (const tell of waiting.splice(0)) tell(message);
    const { answer } = service;
    if (answer === 'nothing') return;
    if (typeof answer === 'number') res.writeHead(answer).end('x'.repeat(100));
    else res.writeHead(answer.status, answer.headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const service: PushService = {
    reach: reachOfTest(port, certificate.cert.toString()),
    certificate: certificate.cert.toString(),
    received: [],
    answer: 201,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    browser: () => createBrowser(`https://${pushHost}:${port}/send/${newId()}`),
    signerOf,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

function createBrowser(endpoint: string): PushBrowser {
  const own = createECDH('prime256v1');
  const publicKey = own.generateKeys();
  const auth = randomBytes(16);
  const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, length));
  return {
    endpoint,
    p256dh: publicKey.toString('base64url'),
    auth: auth.toString('base64url'),
    read(body) {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + body.readUInt8(20));
      const record = body.subarray(21 + sender.length);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const secret = derive(own.computeSecret(sender), auth, info, 32);
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
      const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      // The last record ends with a 2 and zeros (RFC 8188).
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
    },
  };
}

async function signerOf({ headers }: ReceivedPush) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: [jwk] }), { algorithms: ['ES256'] });
  return { key, sub: payload.sub, aud: payload.aud, lastsS: (payload.exp ?? 0) - Date.now() / 1_000 };
}
