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
    super(
      messageOf(code, options.params?.seconds),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'AppError';
    this.code = code;
    this.params = options.params ?? {};
    this.fields = options.fields;
  }

  get status(): number {
    return errorTable[this.code][0];
  }
}

const minute = 60;
const hour = 60 * minute;

/** Says how long to wait where it is more than a moment. */
function messageOf(code: ErrorCode, seconds: string | number | undefined): string {
  if (code !== 'too_many_attempts' || typeof seconds !== 'number' || seconds < minute)
    return errorTable[code][1];
  const [count, unit] =
    seconds > 2 * hour ? [Math.ceil(seconds / hour), 'hour'] : [Math.ceil(seconds / minute), 'minute'];
  return `Too many attempts. Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`;
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
