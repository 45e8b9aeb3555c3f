import { ImagingError } from '#ml/index.ts';
import { AppError } from '#server/contract/app-error.ts';
import { decodingInterrupted } from '../decoding-interrupted.ts';

/** The error to answer when a sent picture could not be used; other errors come back unchanged. */
export const uploadRefusal = (error: unknown): unknown =>
  error instanceof ImagingError
    ? new AppError(error.code, {
        cause: error,
        ...(error.missing !== undefined && { params: { share: Math.round(error.missing * 100) } }),
      })
    : decodingInterrupted(error);
