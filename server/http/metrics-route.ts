import { createHash, timingSafeEqual } from 'node:crypto';
import express, { type Request, type RequestHandler, type Router } from 'express';
import { isForwarded } from './is-forwarded.ts';

interface AnsweredRequest {
  method: string;
  /** The pattern of the route, such as `/api/galleries/:id`; never an address. */
  route: string;
  status: number;
  seconds: number;
}

export interface Metrics {
  contentType: string;
  /** All figures in the text format of Prometheus. */
  read(): Promise<string>;
  answered(request: AnsweredRequest): void;
}

const LOOPBACK = /^(::ffff:)?127\.|^::1$/;

/**
 * /metrics, for those who have the token. Without a token for programs on this machine, and only where nothing forwards
 * requests of others: behind a proxy all requests come from this machine.
 */
export function metricsRoute(
  metrics: Metrics,
  { token, trustProxyHops }: { token: string | undefined; trustProxyHops: number },
): Router {
  const mayRead = (req: Request) =>
    token === undefined
      ? trustProxyHops === 0 && !isForwarded(req) && LOOPBACK.test(req.socket.remoteAddress ?? '')
      : isEqual(req.headers.authorization ?? '', `Bearer ${token}`);
  const router = express.Router();
  router.get('/metrics', async (req, res, next) => {
    if (!mayRead(req)) return next('router');
    res.set({ 'Cache-Control': 'no-store', 'Content-Type': metrics.contentType });
    res.send(await metrics.read());
  });
  return router;
}

/** Counts every answer that was sent to its end; streams of live events have no end. */
export function countAnswers(metrics: Pick<Metrics, 'answered'>): RequestHandler {
  return (req, res, next) => {
    const began = performance.now();
    res.once('finish', () => {
      if (String(res.getHeader('content-type')).startsWith('text/event-stream')) return;
      const seconds = (performance.now() - began) / 1000;
      metrics.answered({ method: req.method, route: routeOf(req), status: res.statusCode, seconds });
    });
    next();
  };
}

function routeOf(req: Request): string {
  if (req.originalUrl.startsWith('/trpc/')) return '/trpc';
  const path: unknown = req.route?.path;
  return path === undefined ? 'other' : `${req.baseUrl}${[path].flat().join(' ')}`;
}

function isEqual(sent: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(sent), hash(expected));
}
