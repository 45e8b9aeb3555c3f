import { Readable } from 'node:stream';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { ByteRange } from './photo-store.ts';

/** How often a reading that broke off is taken up where it ended. */
const RESUMED_AT_MOST = 3;

type Target = { Bucket: string; Key: string };

/** Reads an object, or a range of it. A connection that breaks in the middle does not break the reading. */
export async function readObject(client: S3Client, target: Target, range?: ByteRange): Promise<Readable> {
  const ask = async (offset: number, ETag?: string) => {
    const start = (range?.start ?? 0) + offset;
    const isPart = range !== undefined || offset > 0;
    const Range = isPart ? `bytes=${start}-${range?.end ?? ''}` : undefined;
    const answer = await client.send(new GetObjectCommand({ ...target, Range, IfMatch: ETag }));
    const body = answer.Body as Readable;
    if (!isPart || answer.ContentRange?.startsWith(`bytes ${start}-`)) return { ...answer, body };
    body.destroy();
    throw new Error('The service sent another part of the file than was asked for');
  };
  const { body, ContentLength = 0, ETag } = await ask(0);
  // The same object as before: its ETag is that of its bytes.
  const rest = async (read: number) => (await ask(read, ETag)).body;
  return Readable.from(bytesOf(body, ContentLength, rest), { objectMode: false });
}

async function* bytesOf(
  first: Readable,
  length: number,
  rest: (read: number) => Promise<Readable>,
): AsyncGenerator<Buffer> {
  let body = first;
  let chunks = body[Symbol.asyncIterator]();
  let read = 0;
  let resumed = 0;
  try {
    while (read < length) {
      let chunk: Buffer | undefined;
      try {
        chunk = (await chunks.next()).value as Buffer | undefined;
        if (!chunk) throw new Error('The service ended its answer before its time');
      } catch (error) {
        if (resumed++ === RESUMED_AT_MOST) throw error;
        body.destroy();
        body = await rest(read);
        chunks = body[Symbol.asyncIterator]();
        continue;
      }
      read += chunk.length;
      yield chunk;
    }
  } finally {
    body.destroy();
  }
}
