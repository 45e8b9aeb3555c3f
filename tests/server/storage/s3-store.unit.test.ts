/** @module-tag long */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { S3Store } from '#server/storage/s3-store.ts';
import { renditionKey } from '#server/storage/storage-keys.ts';
import { type S3Service, startS3Service } from '#tests/support/s3-service.ts';

const key = renditionKey('019aa1b2-0000-7000-8000-0000000000ef', 'small', 1);
let service: S3Service;
let root = '';
let store: S3Store;

beforeAll(async () => {
  service = await startS3Service();
});
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'clublens-store-'));
  store = await S3Store.open(root, service.settings);
  await store.remove(key);
  service.requests.length = 0;
});
afterEach(async () => {
  service.intercept = undefined;
  await rm(root, { recursive: true });
});
afterAll(() => service.close());

async function put(content: string): Promise<void> {
  const path = (await store.draft(0)).path;
  await writeFile(path, content);
  await store.put(key, path);
}
const stored = async () => (await buffer(await store.openRead(key))).toString();
const methods = () => service.requests.map((line) => line.split(' ')[0]);

function refuse(res: ServerResponse, status: number, code: string): true {
  res.writeHead(status, { 'content-type': 'application/xml' });
  res.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
  return true;
}
const isPut = (req: IncomingMessage) => req.method === 'PUT';

describe('putting', () => {
  it('sends checksums for the service to compare, and keeps that of the file beside it', async () => {
    let headers: IncomingMessage['headers'] = {};
    service.intercept = (req) => {
      if (isPut(req)) headers = req.headers;
      return false;
    };
    await put('content');
    const sha256 = createHash('sha256').update('content');
    expect(headers).toMatchObject({
      'x-amz-checksum-sha256': sha256.copy().digest('base64'),
      'content-md5': createHash('md5').update('content').digest('base64'),
      'if-none-match': '*',
    });
    expect(await store.stat(key)).toMatchObject({ sha256: sha256.digest('hex') });
  });

  /** A service with conditional writes. */
  const onlyNew = (req: IncomingMessage, res: ServerResponse) =>
    isPut(req) && req.headers['if-none-match'] === '*' && refuse(res, 412, 'PreconditionFailed');

  it('leaves a file alone that is there already, and replaces another one', async () => {
    await put('same');
    service.intercept = onlyNew;
    service.requests.length = 0;
    await put('same');
    expect(methods()).toEqual(['PUT', 'HEAD']);
    await put('other');
    expect(await stored()).toBe('other');
  });

  it('does without the condition where the service has none', async () => {
    service.intercept = (req, res) =>
      isPut(req) && req.headers['if-none-match'] === '*' && refuse(res, 501, 'NotImplemented');
    await put('content');
    expect(await stored()).toBe('content');
  });

  it('tries again when the service is busy, and not for ever', async () => {
    let busy = 2;
    service.intercept = (req, res) => isPut(req) && busy-- > 0 && refuse(res, 503, 'SlowDown');
    await put('content');
    expect(await stored()).toBe('content');
    service.requests.length = 0;
    service.intercept = (req, res) => isPut(req) && refuse(res, 503, 'SlowDown');
    await expect(put('content')).rejects.toMatchObject({ code: 'storage_unavailable', status: 503 });
    expect(methods()).toEqual(['PUT', 'PUT', 'PUT', 'PUT']);
  });

  it.each([
    [507, 'XMinioStorageFull', 'storage_full'],
    [403, 'QuotaExceeded', 'storage_full'],
    [403, 'AccessDenied', 'storage_unavailable'],
  ])('says what %i %s means to those who upload', async (status, code, meaning) => {
    service.intercept = (req, res) => isPut(req) && refuse(res, status, code);
    await expect(put('content')).rejects.toMatchObject({ code: meaning });
  });
});

describe('reading', () => {
  /** Sends the first half of a file and closes the connection. */
  const breakOff = (req: IncomingMessage, res: ServerResponse, content = '0123456789') => {
    const start = Number(/bytes=(\d+)/.exec(req.headers.range ?? '')?.[1] ?? 0);
    const rest = content.slice(start);
    res.writeHead(start > 0 ? 206 : 200, {
      'content-length': rest.length,
      ...(start > 0 && { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` }),
    });
    res.write(rest.slice(0, Math.ceil(rest.length / 2)), () => res.destroy());
    return true;
  };

  it('goes on where the connection was cut', async () => {
    await put('0123456789');
    let cuts = 1;
    service.intercept = (req, res) => req.method === 'GET' && cuts-- > 0 && breakOff(req, res);
    service.requests.length = 0;
    expect(await stored()).toBe('0123456789');
    expect(methods()).toEqual(['GET', 'GET']);
  });

  it('gives up when it is cut again and again', async () => {
    const content = '0123456789'.repeat(10);
    await put(content);
    service.intercept = (req, res) => req.method === 'GET' && breakOff(req, res, content);
    service.requests.length = 0;
    await expect(stored()).rejects.toThrow();
    expect(methods()).toEqual(['GET', 'GET', 'GET', 'GET']);
  });

  it('never takes the beginning for the rest', async () => {
    await put('0123456789');
    service.intercept = (req, res) => {
      req.headers.range = '';
      return req.method === 'GET' && breakOff(req, res);
    };
    await expect(stored()).rejects.toThrow('another part');
  });

  it('lets go of the connection when nobody reads on', async () => {
    await put('0123456789');
    let closed: Promise<unknown> | undefined;
    service.intercept = (req, res) => {
      if (req.method !== 'GET') return false;
      closed = new Promise((resolve) => res.once('close', resolve));
      res.writeHead(200, { 'content-length': 1e9 });
      res.write(Buffer.alloc(100_000));
      return true;
    };
    const content = await store.openRead(key);
    await content[Symbol.asyncIterator]().next();
    content.destroy();
    await closed;
    expect(content.destroyed).toBe(true);
  });

  it('takes a service that is away for no lost photo', async () => {
    service.intercept = (_req, res) => refuse(res, 404, 'NoSuchBucket');
    await expect(store.stat(key)).rejects.toMatchObject({ code: 'storage_unavailable' });
    await expect(store.openRead(key)).rejects.toMatchObject({ code: 'storage_unavailable' });
    await expect(store.requireWritableWithFreeSpace()).rejects.toMatchObject({ code: 'storage_unavailable' });
  });
});

describe('opening', () => {
  it('refuses what will not come right by itself, in a sentence without keys', async () => {
    const missing = { ...service.settings, bucket: 'another-bucket' };
    await expect(S3Store.open(root, missing)).rejects.toThrow('STORAGE_URL: the service has no bucket');
    const credentials = { accessKeyId: 'nobody', secretAccessKey: 'a secret' };
    const refused = S3Store.open(root, { ...service.settings, credentials });
    await expect(refused).rejects.toThrow('STORAGE_URL: the service refuses these keys');
    await expect(refused).rejects.not.toThrow(/nobody|a secret/);
  });

  it('waits for a service that is away', async () => {
    const gone = await startS3Service();
    await gone.close();
    const patient = await S3Store.open(root, gone.settings);
    await expect(patient.requireReadable()).rejects.toMatchObject({ code: 'storage_unavailable' });
  });
});

it('asks no address but that of the service', async () => {
  const hosts = new Set<string>();
  const connect = Socket.prototype.connect;
  const spy = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args) {
    const [options] = args.flat() as { host?: string; port?: number }[];
    hosts.add(`http://${options?.host}:${options?.port}`);
    return Reflect.apply(connect, this, args);
  });
  try {
    store = await S3Store.open(root, service.settings);
    await put('content');
    expect(await stored()).toBe('content');
    await store.sweepTemporary(0);
    await store.remove(key);
  } finally {
    spy.mockRestore();
  }
  expect([...hosts]).toEqual([service.settings.endpoint]);
});
