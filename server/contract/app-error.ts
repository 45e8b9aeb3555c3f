import { type ErrorCode, errorTable } from './error-codes.ts';

/** Facts that go into the translated sentence, such as `{ count: 3 }`. Never personal data, nor what gives a right by itself. */
export type ErrorParams = Record<string, string | number>;
export type FieldIssue = { field: string; msg: string };

/** An error that is meant: it has a code of the table and reaches the user as a sentence in their language. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly fields: FieldIssue[] | undefined;

  constructor(
    code: ErrorCode,
    options: { params?: ErrorParams; fields?: FieldIssue[]; cause?: unknown } = {},
  ) {
    super(errorTable[code][1], options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.params = options.params ?? {};
    this.fields = options.fields;
  }

  get status(): number {
    return errorTable[this.code][0];
  }
}

/** A 422 for one field, for rules that need the database or the clock. */
export function fieldError(field: string, msg: string): AppError {
  return new AppError('field_invalid', { fields: [{ field, msg }] });
}

/** The error object of both APIs: tRPC in `error.data`, REST as the body. */
export type WireError = {
  code: ErrorCode;
  message: string;
  detail: string | FieldIssue[];
  params: ErrorParams;
  request_id: string;
  http_status: number;
};
