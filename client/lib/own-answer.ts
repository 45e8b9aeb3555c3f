import { BadAnswer, type ErrorBody } from './error-message.ts';

/** The JSON of an answer of our server. @throws BadAnswer where a proxy in front has answered, or a crashed server */
export async function readAnswer<T>(response: Response): Promise<T & ErrorBody> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body !== 'object' || body === null || (!response.ok && !isOwnError(body)))
    throw new BadAnswer(response.status);
  return body as T & ErrorBody;
}

/** Errors of ours have a code, in REST beside the message, in tRPC in the data of each call. */
export function isOwnError(body: unknown): boolean {
  const [first] = [body].flat() as (ErrorBody & { error?: { data?: ErrorBody } })[];
  return typeof (first?.code ?? first?.error?.data?.code) === 'string';
}
