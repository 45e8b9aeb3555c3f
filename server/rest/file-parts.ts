import type { Request, Response } from 'express';
import { DecodingInterrupted } from '#ml/index.ts';
import { AppError } from '#server/contract/errors.ts';
import type { PhotoParts } from '#server/features/photos/add-photo.ts';
import type { RequestContext } from '#server/trpc/request-context.ts';

export type FileParts = Pick<PhotoParts, 'store' | 'imaging' | 'maxPixels'> & { maxBytes: number };
export type BuildContext = (req: Request, res: Response) => Promise<RequestContext>;

/** The error to answer when the decoder was stopped in the middle; other errors come back unchanged. */
export function decodingInterrupted(error: unknown): unknown {
  return error instanceof DecodingInterrupted
    ? new AppError('decoding_interrupted', { cause: error })
    : error;
}
