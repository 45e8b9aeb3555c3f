import { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '#server/config/storage-location.ts';

const CONNECT_MS = 5_000;
const IDLE_MS = 30_000;
/** For one request until its answer begins, with a part of a file in it. */
const REQUEST_MS = 120_000;
const ATTEMPTS = 4;
const CONNECTIONS = 64;

/**
 * Region, credentials and all else that the library would look for is given here: it asks no metadata service and no
 * other address but that of the bucket.
 */
export function createS3Client(settings: S3Settings): S3Client {
  const { region, endpoint, pathStyle, credentials } = settings;
  const agent = { keepAlive: true, maxSockets: CONNECTIONS };
  return new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    // By default where an endpoint of its own is named, see parseStorageUrl.
    forcePathStyle: pathStyle,
    credentials,
    defaultsMode: 'standard',
    retryMode: 'standard',
    maxAttempts: ATTEMPTS,
    followRegionRedirects: false,
    disableS3ExpressSessionAuth: true,
    // Checksums are those of s3-put.ts: many services besides Amazon's refuse the library's, which trail the body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: IDLE_MS,
      requestTimeout: REQUEST_MS,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}
