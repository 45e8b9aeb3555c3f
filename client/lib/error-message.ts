import type { TFunction } from 'i18next';
import type { FieldIssue } from '#server/contract/app-error.ts';
import type { ErrorCode } from '#server/contract/error-codes.ts';

/** A failed call, whether it used tRPC or REST. */
export interface ClientError {
  code: ErrorCode | 'network' | 'invalid_response';
  status: number | undefined;
  params: Record<string, string | number>;
  fields: FieldIssue[];
  requestId: string | undefined;
  message: string;
}

/** An error body of tRPC or REST. */
export interface ErrorBody {
  code?: ErrorCode;
  message?: string;
  detail?: string | FieldIssue[];
  params?: Record<string, string | number>;
  request_id?: string;
  http_status?: number;
  httpStatus?: number;
}

export function clientError(body: ErrorBody, status: number | undefined): ClientError {
  const fields = Array.isArray(body.detail) ? body.detail : [];
  const detail = typeof body.detail === 'string' ? body.detail : fields.map((issue) => issue.msg).join(', ');
  return {
    code: body.code ?? 'unexpected',
    status: body.http_status ?? body.httpStatus ?? status,
    params: body.params ?? {},
    fields,
    requestId: body.request_id,
    message: detail || body.message || `HTTP ${status ?? '?'}`,
  };
}

/** The error the server sent; undefined if there was no answer from the server. */
export function wireErrorOf(error: unknown): ClientError | undefined {
  if (typeof error !== 'object' || error === null) return;
  const { data, message } = error as { data?: ErrorBody; message?: string };
  if (data && typeof data === 'object' && (data.code || data.http_status || data.httpStatus))
    return clientError({ message, ...data }, undefined);
}

export function isCode(error: unknown, ...codes: ErrorCode[]): boolean {
  const code = knownError(error)?.code;
  return code !== undefined && (codes as string[]).includes(code);
}

/** No answer came: the connection is gone, or the server. */
export const isConnectionLost = (error: unknown): boolean => knownError(error)?.code === 'network';

/** The call could not be answered: the connection or the server failed, as opposed to an answer that says no. */
export function isFailure(error: unknown): boolean {
  if (!error) return false;
  const status = knownError(error)?.status;
  return status === undefined || status >= 500;
}

/** Translates an error into a sentence. This is the only place that does; components decide where it is shown. */
export function errorMessage(t: TFunction, error: unknown): string {
  const wire = knownError(error);
  if (!wire) return foreignAnswer(t, error);
  if (wire.code === 'field_invalid' && wire.fields.length > 0)
    return wire.fields.map((issue) => fieldText(t, issue.msg)).join(', ');
  if (wire.code === 'unexpected' && wire.requestId)
    return `${t('errors.unexpected')} ${t('errors.request_id', { id: wire.requestId })}`;
  return t(`errors.${wire.code}`, { ...wire.params, ...variantOf(wire), defaultValue: wire.message });
}

/** What was said by something in front of the server, or not said at all. */
function foreignAnswer(t: TFunction, error: unknown): string {
  const status = badAnswerOf(error)?.status;
  if (status === 401 || status === 407) return t('errors.proxy_sign_in');
  if (status === 403) return t('errors.proxy_refused');
  if (status === 413) return t('errors.proxy_too_large');
  if (status !== undefined && status >= 502 && status <= 504) return t('errors.proxy_alone');
  return looksLikeBadAnswer(error) ? t('errors.invalid_response') : t('errors.network');
}

const minute = 60;
const hour = 60 * minute;
/** From here on hours are easier to read than minutes. */
const longWait = 2 * hour;

/**
 * Which of the sentences of a code it is. How long to wait is rounded up; where it is less than a minute or not known, the text
 * calls it a moment. A refused page is named.
 */
function variantOf({ code, params: { seconds, origin } }: ClientError): { context?: string; count?: number } {
  if (code === 'forbidden' && origin !== undefined) return { context: 'origin' };
  if (code !== 'too_many_attempts' || typeof seconds !== 'number' || seconds < minute) return {};
  return seconds > longWait
    ? { context: 'hours', count: Math.ceil(seconds / hour) }
    : { context: 'minutes', count: Math.ceil(seconds / minute) };
}

/** Error codes that concern one field of a form. */
const fieldOf: Partial<Record<ClientError['code'], string>> = {
  username_taken: 'username',
  email_taken: 'email',
  event_slug_taken: 'slug',
};

/** Field errors in the shape of Mantine's form.setErrors: field name to sentence. */
export function fieldErrors(t: TFunction, error: unknown): Record<string, string> {
  const { code, fields = [] } = wireErrorOf(error) ?? {};
  const taken = code && fieldOf[code];
  if (taken) return { [taken]: errorMessage(t, error) };
  return Object.fromEntries(fields.map((issue) => [issue.field, fieldText(t, issue.msg)]));
}

/** Translates a validation sentence. The contract holds the English sentence, which is the key of the translation. */
export function fieldText(t: TFunction, sentence: string): string {
  const [rule = '', list = ''] = sentence.split(': ', 2);
  const n = /\d+/.exec(rule)?.[0] ?? '';
  const key = `validation|${rule.replace(/\d+/, '#').replace(/\.$/, '')}`;
  return t(key as never, {
    n,
    list,
    defaultValue: sentence,
    nsSeparator: false,
    keySeparator: '|',
  }) as string;
}

const knownError = (error: unknown): ClientError | undefined =>
  wireErrorOf(error) ?? (isClientError(error) ? error : undefined);

function isClientError(error: unknown): error is ClientError {
  return typeof error === 'object' && error !== null && 'requestId' in error && 'code' in error;
}

/** An answer that is not JSON: an error page of a proxy or of a crashed server. */
export class BadAnswer extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`HTTP ${status}`);
    this.status = status;
  }
}

export function badAnswerOf(error: unknown): BadAnswer | undefined {
  const cause = (error as { cause?: unknown } | null)?.cause ?? error;
  return cause instanceof BadAnswer ? cause : undefined;
}

function looksLikeBadAnswer(error: unknown): boolean {
  const cause = (error as { cause?: unknown } | null)?.cause ?? error;
  return cause instanceof SyntaxError || badAnswerOf(error) !== undefined;
}
