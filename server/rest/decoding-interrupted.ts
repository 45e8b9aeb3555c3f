import { DecodingInterrupted } from '#ml/index.ts';
import { AppError } from '#server/contract/app-error.ts';

/** The error to answer when the decoder was stopped in the middle; other errors come back unchanged. */
export function decodingInterrupted(error: unknown): unknown {
  return error instanceof DecodingInterrupted
    ? new AppError('decoding_interrupted', { cause: error })
    : error;
}
