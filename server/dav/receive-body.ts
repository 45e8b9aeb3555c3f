import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { AppError } from '#server/contract/app-error.ts';
import { tooLarge, watchSender } from '#server/rest/uploads/receive-upload.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';

export type ReceivedBody = { path: string; sha256: Buffer; bytes: number; discard(): Promise<void> };

/**
 * Reads a body that is a file, to disk. Whatever goes wrong, a lost connection included, leaves no file behind.
 * @param length that it says to have
 * @throws AppError upload_malformed where the connection ended before the body
 */
export async function receiveBody(
  req: Request,
  length: number | undefined,
  {
    store,
    maxBytes,
  }: { store: Pick<PhotoStore, 'draft' | 'requireWritableWithFreeSpace'>; maxBytes: number },
): Promise<ReceivedBody> {
  await store.requireWritableWithFreeSpace();
  const draft = await store.draft(length ?? 0);
  const hash = createHash('sha256');
  let refusal: AppError | undefined;
  const release = watchSender(req, (error) => {
    refusal ??= error;
    req.destroy();
  });
  let bytes = 0;
  try {
    await draft.write(req, {
      onChunk: (chunk) => {
        hash.update(chunk);
        bytes += chunk.length;
        if (bytes > maxBytes) throw tooLarge(maxBytes);
      },
    });
    if (!req.complete) throw new AppError('upload_malformed');
    draft.release();
    return { path: draft.path, sha256: hash.digest(), bytes, discard: () => draft.discard() };
  } catch (error) {
    await draft.discard();
    const known = refusal ?? error;
    throw known instanceof AppError ? known : new AppError('upload_malformed', { cause: known });
  } finally {
    release();
  }
}

/** Reads a body that nobody keeps. @returns how long it was */
export async function drain(req: Request): Promise<number> {
  let bytes = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) bytes += chunk.length;
  return bytes;
}
