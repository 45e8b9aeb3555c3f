import type { ErrorCode } from '#server/contract/error-codes.ts';

/** How an attempt failed. */
export interface JobFailure {
  code: ErrorCode;
  /** English, for administrators and the log. */
  reason: string;
  /** It was the last attempt. */
  final: boolean;
}

/** Thrown by handlers when another attempt cannot help: the photo or file itself is the reason. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.code = code;
  }
}

/** Thrown by handlers when another attempt may succeed; carries the error code that people see meanwhile. */
export class TransientFailure extends Error {
  override name = 'TransientFailure';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.code = code;
  }
}
