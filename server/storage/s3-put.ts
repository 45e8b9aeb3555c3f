import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { HeadObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { isNotFound, statusOf } from './s3-errors.ts';

/** Larger files are sent in parts of this size. What is sent is held in memory, so that it can be sent again. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
/** Statuses of conditional writes: the object exists; another request writes it right now. */
const EXISTS = [409, 412];
const NOT_IMPLEMENTED = 501;

type Target = { Bucket: string; Key: string };
interface Content {
  path: string;
  bytes: number;
  sha256: Buffer;
}

/**
 * Puts a file where nothing is yet. When there is something, it stays if it is the same and is replaced otherwise. The
 * service compares checksums; the one of the whole file is kept beside it, for later comparison.
 */
export async function putFile(client: S3Client, target: Target, path: string): Promise<void> {
  const content = await describeFile(path);
  try {
    await send(client, { ...target, IfNoneMatch: '*' }, content);
  } catch (error) {
    const status = statusOf(error) ?? 0;
    if (status === NOT_IMPLEMENTED) await send(client, target, content);
    else if (!EXISTS.includes(status)) throw error;
    else if (!(await holdsSame(client, target, content))) await send(client, target, content);
  }
}

async function describeFile(path: string): Promise<Content> {
  const sha256 = createHash('sha256');
  await pipeline(createReadStream(path), sha256);
  return { path, bytes: (await stat(path)).size, sha256: sha256.digest() };
}

async function send(
  client: S3Client,
  target: Target & { IfNoneMatch?: string },
  content: Content,
): Promise<void> {
  const params = {
    ...target,
    ContentType: 'application/octet-stream',
    Metadata: { sha256: content.sha256.toString('hex') },
  };
  if (content.bytes <= PART_BYTES) return sendWhole(client, params, content);
  const upload = new Upload({
    client,
    params: { ...params, Body: createReadStream(content.path), ChecksumAlgorithm: 'SHA256' },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
  });
  await upload.done();
  const { ContentLength } = await client.send(new HeadObjectCommand(targetOf(target)));
  if (ContentLength !== content.bytes) throw new Error(`The service keeps ${target.Key} with another length`);
}

async function sendWhole(
  client: S3Client,
  params: Target & { Metadata: Record<string, string> },
  { path, sha256 }: Content,
): Promise<void> {
  const Body = await readFile(path);
  await client.send(
    new PutObjectCommand({
      ...params,
      Body,
      ChecksumSHA256: sha256.toString('base64'),
      // Also compared by services that know no newer checksums.
      ContentMD5: createHash('md5').update(Body).digest('base64'),
    }),
  );
}

async function holdsSame(client: S3Client, target: Target, { bytes, sha256 }: Content): Promise<boolean> {
  try {
    const found = await client.send(new HeadObjectCommand(targetOf(target)));
    return found.ContentLength === bytes && found.Metadata?.sha256 === sha256.toString('hex');
  } catch (error) {
    if (isNotFound(error)) return false; // removed in the meantime
    throw error;
  }
}

const targetOf = ({ Bucket, Key }: Target): Target => ({ Bucket, Key });
