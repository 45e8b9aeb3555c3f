import { createRequire } from 'node:module';
import { type Readable, Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { ZipFile } from 'yazl';
import { freeMemory } from '#ml/index.ts';
import { uniqueFileNames } from './safe-unique-file-names.ts';
import { unlessGone } from './send-picture.ts';

/**
 * What a clock showed, held as if it had shown UTC. ZIP knows no zones, and yazl writes what the clock of this process shows: it asks
 * for local hours, which are those held here.
 */
export class ClockTime extends Date {
  override getFullYear = () => this.getUTCFullYear();
  override getMonth = () => this.getUTCMonth();
  override getDate = () => this.getUTCDate();
  override getHours = () => this.getUTCHours();
  override getMinutes = () => this.getUTCMinutes();
  override getSeconds = () => this.getUTCSeconds();
}

export interface ArchiveEntry {
  filename: string;
  time: ClockTime;
  /** A text that lies beside it, in a file with its name and `.xmp`. */
  sidecar?: string | undefined;
  /** Opens the bytes when the entry is next: `gone` when the photo was deleted, `missing` when its file is lost. */
  open(): Promise<Readable | 'gone' | 'missing'>;
}

// yazl takes its checksums from this package, in JavaScript; Node's own need a quarter of the time.
const checksums = createRequire(createRequire(import.meta.url).resolve('yazl'))('buffer-crc32');
checksums.unsigned = (bytes: Buffer, before?: number): number => crc32(bytes, before);

const UNCOMPRESSED = { compress: false, mode: 0o100644, forceDosTimestamp: true };
const NOTE = 'MISSING.txt';
const noteOn = (names: string[]): Buffer =>
  Buffer.from(
    `These photos could not be read on the server and are not in this archive:\n\n${names.join('\n')}\n`,
  );

/**
 * Sends files as one ZIP while it is being made: photos are compressed already, so their bytes go as they are, one
 * file after the other, as fast as the other side takes them. How long it gets is not known before the end.
 */
export async function sendZip(
  req: Request,
  res: Response,
  name: string,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<void> {
  res.set({
    'Cache-Control': 'no-store',
    'Content-Type': 'application/zip',
    'Content-Disposition': contentDisposition(`${name}.zip`, { type: 'attachment' }),
    'X-Content-Type-Options': 'nosniff',
  });
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const left = new AbortController();
  const end = (error: Error) => output.destroy(error);
  zip.on('error', end);
  fill(zip, entries, left.signal).catch((error) => left.signal.aborted || end(error));
  const sent = freedOnceSent(res);
  finished(res).catch((error) => {
    sent.destroy(error);
    left.abort();
  });
  await pipeline(output, sent).catch((error) => unlessGone(error, output));
}

/** Bytes that wait for garbage collection make it mark all objects every 64 MB, which takes longer than the archive itself. */
const freedOnceSent = (res: Response): Writable =>
  new Writable({
    write(bytes: Buffer, _encoding, done) {
      res.write(bytes, (error) => {
        freeMemory(bytes);
        done(error);
      });
    },
    final(done) {
      res.end(done);
    },
    destroy(error, done) {
      if (error) res.destroy();
      done(error);
    },
  });

async function fill(zip: ZipFile, entries: AsyncIterable<ArchiveEntry>, left: AbortSignal): Promise<void> {
  const unique = uniqueFileNames([NOTE]);
  const missing: string[] = [];
  for await (const { filename, time, bytes, sidecar } of openedAhead(entries)) {
    if (bytes === 'missing') missing.push(filename);
    if (typeof bytes !== 'string') {
      const name = unique(filename);
      await add(zip, bytes, name, time, left);
      if (sidecar)
        zip.addBuffer(Buffer.from(sidecar), unique(`${name}.xmp`), { ...UNCOMPRESSED, mtime: time });
    }
    left.throwIfAborted();
  }
  if (missing.length > 0) zip.addBuffer(noteOn(missing), NOTE, UNCOMPRESSED);
  zip.end();
}

/** The entries with their bytes; the next one is looked for and opened while one is sent. */
async function* openedAhead(entries: AsyncIterable<ArchiveEntry>) {
  const iterator = entries[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await iterator.next();
    if (done) return undefined;
    return { ...value, bytes: await value.open() };
  };
  let ahead = next();
  try {
    for (let entry = await ahead; entry; entry = await ahead) {
      ahead = next();
      ahead.catch(() => {}); // told when its turn comes
      yield entry;
    }
  } finally {
    const unsent = await ahead.catch(() => undefined);
    if (unsent && typeof unsent.bytes !== 'string') unsent.bytes.destroy();
    await iterator.return?.();
  }
}

/** Resolves when the file has been read to its end, so that no more than one is read at a time. */
async function add(
  zip: ZipFile,
  bytes: Readable,
  name: string,
  mtime: ClockTime,
  left: AbortSignal,
): Promise<void> {
  try {
    zip.addReadStream(bytes, name, { ...UNCOMPRESSED, mtime });
    await finished(bytes, { signal: left });
  } finally {
    bytes.destroy();
  }
}
