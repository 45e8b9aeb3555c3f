import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '#server/config/storage-location.ts';

const BUCKET = 'club-photos';

/** Answers a request itself and says so, or leaves it to the service. */
type Interception = (req: IncomingMessage, res: ServerResponse) => boolean;

export interface S3Service {
  settings: S3Settings;
  /** As an operator writes it. */
  env: Record<string, string>;
  /** `method path`, in the order of their arrival. */
  requests: string[];
  /** Undefined: every request reaches the service. */
  intercept: Interception | undefined;
  close(): Promise<void>;
}

/** An S3 service in this process, whose answers a test may change. It compares Content-MD5 and no newer checksum. */
export async function startS3Service(prefix = 'photos/'): Promise<S3Service> {
  const directory = await mkdtemp(join(tmpdir(), 'clublens-s3-'));
  const s3rver = new S3rver({
    directory,
    silent: true,
    allowMismatchedSignatures: true, // it signs addresses of a bucket without the slash at their end
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  await s3rver.configureBuckets();
  const answer = s3rver.callback();
  const server = createServer((req, res) => {
    service.requests.push(`${req.method} ${req.url}`);
    if (!service.intercept?.(req, res)) void answer(req, res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const region = 'eu-central-1';
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'a secret that stands nowhere else' };
  const service: S3Service = {
    settings: { bucket: BUCKET, prefix, region, endpoint, pathStyle: true, credentials },
    env: {
      STORAGE_URL: `s3://${BUCKET}/${prefix}?region=${region}&endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    requests: [],
    intercept: undefined,
    async close() {
      server.close();
      server.closeAllConnections();
      await rm(directory, { recursive: true, force: true });
    },
  };
  return service;
}
