/**
 * - `image_unreadable`: this file cannot be decoded; trying again will not help.
 * - `model_missing`: the detector or recogniser asked for is not present on this machine.
 * - `engine_busy`: the bounded queue is full; the caller keeps the work where it is.
 * - `engine_failed`: a worker died, hung or an inference failed; try again.
 * - `engine_closed`: the engine is shutting down.
 */
export type FaceEngineErrorCode =
  | 'image_unreadable'
  | 'model_missing'
  | 'engine_busy'
  | 'engine_failed'
  | 'engine_closed';

/** `permanent` tells a job whether to give up on this photo (true) or to try again later (false). */
export class FaceEngineError extends Error {
  readonly code: FaceEngineErrorCode;
  readonly permanent: boolean;

  constructor(code: FaceEngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FaceEngineError';
    this.code = code;
    this.permanent = code === 'image_unreadable';
  }
}
