import { existsSync } from 'node:fs';
import { join } from 'node:path';
import compression from 'compression';
import express, { type Express, type Router } from 'express';
import helmet from 'helmet';
import type { AppContext } from './app-context.ts';
import { bodyTimeout, closeUnreadBodies } from './http/body-timeouts.ts';
import { buildRequestContext } from './http/build-request-context.ts';
import { clientPage } from './http/client-page.ts';
import { errorHandler, notFoundHandler } from './http/error-handler.ts';
import { countAnswers, type Metrics } from './http/metrics-route.ts';
import { requestLog } from './http/request-log.ts';
import { sameOrigin } from './http/same-origin.ts';
import { trpcHandler } from './http/trpc-handler.ts';
import { webManifest } from './http/web-manifest.ts';
import { restRouter } from './rest/adapter.ts';
import { calendarRoute } from './rest/calendar-route.ts';
import { docsRouter } from './rest/docs.ts';
import { ownDataRoute } from './rest/own-data-route.ts';
import { unsubscribeRoute } from './rest/unsubscribe-route.ts';

/** JSON bodies are small here: the largest is a list of a thousand ids. Uploads are not read by this parser. */
const bodyLimit = '256kb';

export type AppOptions = {
  /** Number of proxies in front whose X-Forwarded-* headers are believed. */
  trustProxyHops: number;
  /** The built client; null serves the API alone. */
  clientDir: string | null;
  /** /healthz, /readyz and /metrics. */
  health: Router[];
  metrics?: Pick<Metrics, 'answered'>;
  /** Uploads and pictures. */
  files: Router;
};

/** Lists of members come as base64 in JSON: 2 MB of file and a third more. */
const importBodyLimit = '3mb';

/** The whole server in the order a request meets it. */
export function createApp(ctx: AppContext, options: AppOptions): Express {
  const app = express();
  const context = (req: express.Request, res: express.Response) => buildRequestContext(ctx, req, res);
  app.disable('x-powered-by');
  app.set('trust proxy', options.trustProxyHops);
  app.use(requestLog(ctx.log));
  app.use(closeUnreadBodies());
  app.use(securityHeaders());
  if (options.metrics) app.use(countAnswers(options.metrics));
  app.use(options.health);
  app.use(sameOrigin);
  app.use('/api', options.files);
  app.use(
    compression({
      filter: (req, res) => req.headers.accept !== 'text/event-stream' && compression.filter(req, res),
    }),
  );
  app.use(
    bodyTimeout(),
    importBodies(),
    express.json({ limit: bodyLimit }),
    express.urlencoded({ extended: false, limit: bodyLimit, parameterLimit: 100 }),
  );
  app.use('/trpc', trpcHandler(ctx));
  app.use(
    '/api',
    docsRouter(),
    unsubscribeRoute(),
    calendarRoute(ctx),
    ownDataRoute(context),
    restRouter(context),
  );
  app.use(['/api', '/trpc'], notFoundHandler);
  if (options.clientDir && existsSync(options.clientDir)) app.use(client(ctx, options.clientDir));
  app.use(notFoundHandler);
  app.use(errorHandler);
  return app;
}

/** What a process answers that only works in the background: whether it is well, and its figures. */
export function createWorkerApp(
  ctx: Pick<AppContext, 'log'>,
  { health }: Pick<AppOptions, 'health'>,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(requestLog(ctx.log), closeUnreadBodies(), securityHeaders(), health, notFoundHandler, errorHandler);
  return app;
}

/** Reads the bodies that may hold a list of members; what follows finds them read. */
function importBodies(): Router {
  const router = express.Router();
  router.post(
    [
      '/trpc/memberImports.preview',
      '/trpc/memberImports.create',
      '/api/clubs/:id/member-imports',
      '/api/clubs/:id/member-imports/preview',
    ],
    express.json({ limit: importBodyLimit }),
  );
  return router;
}

/** No inline script, nothing from elsewhere. Styles are set by the component library at run time. */
function securityHeaders() {
  return helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        upgradeInsecureRequests: null, // plain http on a home network has to work
      },
    },
    strictTransportSecurity: false, // the proxy that ends TLS sends it
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
}

/** The built client: hashed files for ever, the page itself never from the cache, unknown paths are its routes. */
function client(ctx: AppContext, dir: string): Router {
  const router = express.Router();
  router.use(
    '/assets',
    express.static(join(dir, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false }),
  );
  router.get('/manifest.webmanifest', webManifest(ctx));
  // Never older than the server: a new one is taken over at the next visit.
  const served = { index: false, cacheControl: false };
  router.get(['/service-worker.js', '/offline.html'], (_req, res, next) => {
    res.set('Cache-Control', 'no-cache');
    next();
  });
  router.get(['/service-worker.js', '/offline.html'], express.static(dir, served));
  router.use(express.static(dir, { index: false, maxAge: '1h' }));
  router.get('/{*path}', clientPage(ctx, join(dir, 'index.html')));
  return router;
}
