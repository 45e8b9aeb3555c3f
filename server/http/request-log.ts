import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { type Options, pinoHttp } from 'pino-http';
import type { Logger } from '#server/logger.ts';

/** One line per answered request, with an id that the answer's errors carry too; URLs without secrets (headers: logger.ts). */
export function requestLog(log: Logger): RequestHandler {
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
        url: safeUrl(req.url),
      }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
    quietReqLogger: true,
  };
  return pinoHttp(options) as unknown as RequestHandler;
}

/** Tokens in paths (share links, calendar feeds) are keys, and passwords may stand in the query: neither is ever written down, however spelt. */
export function safeUrl(url: string): string {
  const [path = '', query] = url.split('?', 2);
  const shown = path.replace(/(\/(?:shared|calendar)\/)[^/]+/i, '$1[hidden]'); // routes match in any case
  if (query === undefined) return shown;
  if (path.startsWith('/trpc')) return `${shown}?[hidden]`; // tRPC puts whole inputs there
  const secret = new Set(['password', 'unlock', 'token', 'query', 'search']);
  const parameters = new URLSearchParams(query);
  for (const name of new Set(parameters.keys()))
    if (secret.has(name.toLowerCase())) parameters.set(name, 'hidden');
  return `${shown}?${parameters}`;
}
