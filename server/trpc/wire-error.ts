import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { AppError, type FieldIssue, type WireError } from '#server/contract/app-error.ts';
import { type ErrorCode, errorTable } from '#server/contract/error-codes.ts';

/** tRPC has its own names for statuses. 410, 416 and 507 have none; `http_status` in the data stays true. */
const trpcCodes: Record<number, TRPCError['code']> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  416: 'BAD_REQUEST',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
  507: 'SERVICE_UNAVAILABLE',
};

/** Error codes of Postgres that mean bad input (SQLSTATE, appendix A of its manual). */
const sqlStates: Record<string, ErrorCode> = {
  '22P02': 'not_found', // text that is no UUID
  '22003': 'bad_request', // a number out of its range
  '22008': 'bad_request', // a date out of its range
  '22021': 'bad_request', // text Postgres cannot hold
  '23503': 'edit_conflict', // the row referred to was deleted meanwhile
  '23505': 'edit_conflict', // another request was first
  '40001': 'edit_conflict',
  '40P01': 'edit_conflict',
  '57014': 'dependency_away', // statement timeout
  '53100': 'storage_full',
};
/** Connection lost or refused, server without resources, stopping or crashed, transaction ended for being idle or too long. */
const databaseAway = /^(?:08|53|57P|25P0[34])/;
/** What tRPC itself objects to in a request, before any procedure runs. */
const requestFaults: Partial<Record<TRPCError['code'], ErrorCode>> = {
  BAD_REQUEST: 'bad_request',
  PARSE_ERROR: 'bad_request',
  NOT_FOUND: 'not_found',
  METHOD_NOT_SUPPORTED: 'method_not_allowed',
  PAYLOAD_TOO_LARGE: 'body_too_large',
  UNSUPPORTED_MEDIA_TYPE: 'unsupported_media_type',
};
const networkProblems = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
]);
/** What pg and Kysely say of a connection that broke or was not made in time; such errors have no code. */
const brokenConnection =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|is not queryable|connection has been discarded|already been released to the pool/;
/** Codes of Node about files. */
const fileProblems: Record<string, ErrorCode> = {
  ENOSPC: 'storage_full',
  EDQUOT: 'storage_full',
  EROFS: 'storage_unavailable',
  EIO: 'storage_unavailable',
};

/** Any thrown thing as an AppError; unknown ones become `unexpected` and are reported once. */
export function toAppError(error: unknown, report: (error: unknown) => void): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof z.ZodError) return new AppError('field_invalid', { fields: fieldIssues(error) });
  if (error instanceof TRPCError) {
    const { cause } = error;
    if (cause instanceof AppError || cause instanceof z.ZodError) return toAppError(cause, report);
    const fault = requestFaults[error.code];
    if (fault) return new AppError(fault, { cause });
    if (cause !== undefined && !(cause instanceof TRPCError)) return toAppError(cause, report);
  }
  if (error instanceof SyntaxError && 'body' in error) return new AppError('bad_request');
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string') {
    const isAway = networkProblems.has(code) || databaseAway.test(code);
    const known = sqlStates[code] ?? fileProblems[code] ?? (isAway ? 'dependency_away' : undefined);
    if (known) {
      if (errorTable[known][0] >= 500) report(error);
      return new AppError(known, { cause: error });
    }
  }
  if (error instanceof Error && brokenConnection.test(error.message)) {
    report(error);
    return new AppError('dependency_away', { cause: error });
  }
  report(error);
  return new AppError('unexpected', { cause: error });
}

export function toTrpcError(error: TRPCError, report: (error: unknown) => void): TRPCError {
  const known = toAppError(error, report);
  return new TRPCError({
    code: trpcCodes[known.status] ?? 'INTERNAL_SERVER_ERROR',
    message: known.message,
    cause: known,
  });
}

/** The error object of both APIs. Unknown errors never carry their own text. */
export function wireError(error: unknown, requestId: string): WireError {
  const known = toAppError(error, () => {}); // reported where it was caught first
  return {
    code: known.code,
    message: known.message,
    detail: known.fields ?? known.message,
    params: known.params,
    request_id: requestId,
    http_status: known.status,
  };
}

function fieldIssues(error: z.ZodError): FieldIssue[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: [...issue.path, key].map(String).join('.'), msg: 'Unknown field' }))
      : [{ field: issue.path.map(String).join('.') || 'body', msg: issue.message }],
  );
}
