import { pipeline } from 'node:stream/promises';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import parseRange from 'range-parser';
import { AppError } from '#server/contract/errors.ts';
import { type PhotoStore, StoredFileMissing } from '#server/storage/photo-store.ts';

export type Picture = {
  key: string;
  /** Changes with the bytes. */
  etag: string;
  mime: string;
  filename: string;
  asAttachment: boolean;
  cache: 'private, no-cache' | 'no-store';
};

/**
 * Sends stored bytes: our type, one-line RFC 6266 name, ETag, a single range. Browsers may keep pictures but ask
 * again each time, so that withdrawn access takes effect at once; shared caches never keep them.
 */
export async function sendPicture(
  req: Request,
  res: Response,
  store: PhotoStore,
  picture: Picture,
): Promise<void> {
  const stat = await store.stat(picture.key);
  if (!stat) throw new AppError('photo_file_missing');
  res.set({
    'Cache-Control': picture.cache,
    Vary: 'Cookie, Authorization',
    ETag: `"${picture.etag}"`,
    'Accept-Ranges': 'bytes',
    'Content-Type': picture.mime,
    'Content-Disposition': contentDisposition(picture.filename, {
      type: picture.asAttachment ? 'attachment' : 'inline',
    }),
    'X-Content-Type-Options': 'nosniff',
  });
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  const range = rangeOf(req, stat.bytes);
  if (range === 'unsatisfiable') {
    res.set('Content-Range', `bytes */${stat.bytes}`).removeHeader('Content-Disposition');
    throw new AppError('range_not_satisfiable');
  }
  if (range) res.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${stat.bytes}`);
  res.set('Content-Length', String(range ? range.end - range.start + 1 : stat.bytes));
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  await pipe(res, store, picture.key, range);
}

function rangeOf(req: Request, bytes: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const header = req.get('range');
  // A changed file answers a resumed download from its beginning (If-Range, RFC 9110 13.1.5).
  if (!header || (req.get('if-range') && !req.get('if-range')?.startsWith('"'))) return undefined;
  const ranges = parseRange(bytes, header);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}

async function pipe(
  res: Response,
  store: PhotoStore,
  key: string,
  range?: { start: number; end: number },
): Promise<void> {
  try {
    await pipeline(await store.openRead(key, range), res);
  } catch (error) {
    if (error instanceof StoredFileMissing) throw new AppError('photo_file_missing', { cause: error });
    if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return; // the viewer went away
    throw error;
  }
}
