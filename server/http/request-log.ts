import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { type Options, pinoHttp } from 'pino-http';
import type { Logger } from '#server/logger.ts';

/**
 * One line per answered request, with an id that the answer's errors carry too; URLs without secrets (headers: logger.ts).
 * @param secretPathSegments what stands before a secret in a path, in small letters
 */
export function requestLog(log: Logger, secretPathSegments: ReadonlySet<string>): RequestHandler {
  const options: Options = {
    logger: log,
    genReqId: (_req, res) => {
      const id = randomUUID();
      res.setHeader('X-Request-Id', id);
      return id;
    },
    // Successful requests are logged at debug level: one page asks for hundreds of pictures.
    customLogLevel: (req, res, error) => {
      if (/^\/(healthz|readyz)/.test(req.url ?? '')) return 'debug';
      if (error || res.statusCode >= 500) return 'error';
      return res.statusCode >= 400 ? 'info' : 'debug';
    },
    // The cause was logged where it was caught; here only the fact.
    customErrorObject: (_req, _res, _error, { err: _err, ...rest }: { err?: unknown }) => rest,
    serializers: {
      req: (req: { id: unknown; method: string; url: string }) => ({
        id: req.id,
        method: req.method,
        url: safeUrl(req.url, secretPathSegments),
      }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
    quietReqLogger: true,
  };
  return pinoHttp(options) as unknown as RequestHandler;
}

/** Query parameters that hold a secret, or words that name somebody. */
const SECRET_PARAMETERS = new Set([
  'password',
  'unlock',
  'code',
  'state',
  'token',
  'selection',
  'from',
  'q',
  'query',
  'search',
  'username',
  'email',
  'login',
]);

/** `/dav/<event>/<gallery>/` and what the file is called, which may be somebody's name. */
const DELIVERED_FILE = /^(\/+dav\/+[^/]+\/+[^/]+)\/+[^/].*$/i;

/** Tokens in paths (share links, calendar feeds) are keys, and passwords may stand in the query: neither is ever written down, however spelt. */
export function safeUrl(url: string, secretPathSegments: ReadonlySet<string>): string {
  const [path = '', query] = url.split('?', 2);
  const shown = withoutSecrets(path, secretPathSegments).replace(DELIVERED_FILE, '$1/[hidden]');
  if (query === undefined) return shown;
  if (/^\/*trpc/i.test(path)) return `${shown}?[hidden]`; // tRPC puts whole inputs there
  const parameters = new URLSearchParams(query);
  for (const name of new Set(parameters.keys()))
    if (SECRET_PARAMETERS.has(name.toLowerCase())) parameters.set(name, 'hidden');
  return `${shown}?${parameters}`;
}

function withoutSecrets(path: string, secretPathSegments: ReadonlySet<string>): string {
  let before = '';
  const shown = path.split('/').map((segment) => {
    if (segment === '') return segment;
    const isSecret = secretPathSegments.has(before);
    before = decoded(segment).toLowerCase();
    return isSecret ? '[hidden]' : segment;
  });
  return shown.join('/');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // no route matches it
  }
}
