import { existsSync } from 'node:fs';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import compression from 'compression';
import express, { type Express, type Router } from 'express';
import type { AppContext } from './app-context.ts';
import { appRouter } from './app-router.ts';
import { batchSizeMax } from './contract/batch-size.ts';
import { buildRequestContext } from './http/build-request-context.ts';
import { checkRequestAddress } from './http/check-request-address.ts';
import { checkTrpcRequest } from './http/check-trpc-request.ts';
import { clientFiles } from './http/client-files.ts';
import { errorHandler, notFoundHandler } from './http/error-handler.ts';
import { countAnswers, type Metrics } from './http/metrics-route.ts';
import { parseBodies } from './http/parse-request-bodies.ts';
import { relatedOrigins } from './http/related-origins.ts';
import { requestLog } from './http/request-log.ts';
import { sameOrigin } from './http/same-origin.ts';
import { hideFromSearch, securityHeaders } from './http/security-headers.ts';
import { securityTxt } from './http/security-txt.ts';
import { reserveDataMining, tdmReservationFile } from './http/tdm-reservation.ts';
import { bodyTimeout, closeUnreadBodies } from './http/unread-bodies.ts';
import { watchForwarding } from './http/watch-forwarding.ts';
import { calendarRoute } from './rest/calendar-route.ts';
import { docsRouter } from './rest/docs.ts';
import { deletedPictureRoutes } from './rest/downloads/deleted-photo-routes.ts';
import { pictureRoutes } from './rest/downloads/picture-routes.ts';
import { guestPictureRoutes } from './rest/downloads/waiting-guest-photo-routes.ts';
import { zipDownloadRoutes } from './rest/downloads/zip-download-routes.ts';
import type { BuildContext, FileRouteDependencies } from './rest/file-route-dependencies.ts';
import { linkCardRoute } from './rest/link-card-route.ts';
import { mountProcedureRoutes } from './rest/mount-procedure-routes.ts';
import { myPhotosRoutes } from './rest/my-photos-routes.ts';
import { oidcRoutes } from './rest/oidc-routes.ts';
import { ownDataRoute } from './rest/own-data-route.ts';
import { secretPathSegments } from './rest/secret-path-segments.ts';
import { unsubscribeRoute } from './rest/unsubscribe-route.ts';
import { guestUploadRoutes } from './rest/uploads/guest-upload-routes.ts';
import { replaceRoutes } from './rest/uploads/replace-routes.ts';
import { resumableUploadRoutes } from './rest/uploads/resumable-upload-routes.ts';
import { uploadRoutes } from './rest/uploads/upload-routes.ts';

export type AppOptions = {
  /** Number of proxies in front whose X-Forwarded-* headers are believed. */
  trustProxyHops: number;
  /** The built client; null serves the API alone. */
  clientDir: string | null;
  /** /healthz, /readyz and /metrics. */
  health: Router[];
  /** For /.well-known/security.txt; undefined: there is none. */
  securityContact?: string | undefined;
  metrics?: Pick<Metrics, 'answered'>;
  /** For uploads and pictures; undefined: there are none. */
  files?: FileRouteDependencies | undefined;
  /** The door for WebDAV; undefined: there is none. */
  dav?: Router;
};

/** The routes that carry bytes. They ask the access functions of the features themselves, without tRPC's guards. */
const fileRoutes = [
  zipDownloadRoutes,
  uploadRoutes,
  replaceRoutes,
  resumableUploadRoutes,
  guestUploadRoutes,
  pictureRoutes,
  deletedPictureRoutes,
  guestPictureRoutes,
  myPhotosRoutes,
];

/** The whole server in the order a request meets it. */
export function createApp(ctx: AppContext, options: AppOptions): Express {
  const app = express();
  const context: BuildContext = (req, res, keyScope) => buildRequestContext(ctx, req, res, keyScope);
  app.disable('x-powered-by');
  app.set('trust proxy', options.trustProxyHops);
  app.use(requestLog(ctx.log, secretPathSegments));
  app.use(closeUnreadBodies());
  app.use(securityHeaders(), hideFromSearch, reserveDataMining);
  if (options.metrics) app.use(countAnswers(options.metrics));
  app.use(checkRequestAddress);
  app.use(options.health);
  app.use(securityTxt(ctx, options.securityContact), tdmReservationFile(), relatedOrigins(ctx));
  app.use(sameOrigin(ctx), watchForwarding(ctx));
  if (options.files) for (const routes of fileRoutes) app.use('/api', routes(context, options.files));
  if (options.dav) app.use('/dav', options.dav);
  app.use(
    compression({
      filter: (req, res) => req.headers.accept !== 'text/event-stream' && compression.filter(req, res),
    }),
  );
  app.use(bodyTimeout(), parseBodies());
  app.use(
    '/trpc',
    checkTrpcRequest,
    createExpressMiddleware({
      router: appRouter,
      maxBatchSize: batchSizeMax,
      createContext: ({ req, res }) => buildRequestContext(ctx, req, res),
      responseMeta: () => ({ headers: new Headers([['Cache-Control', 'no-store']]) }),
    }),
  );
  app.use(
    '/api',
    docsRouter(),
    unsubscribeRoute(),
    calendarRoute(ctx),
    ownDataRoute(context),
    oidcRoutes(context),
    mountProcedureRoutes(context),
  );
  app.use(['/api', '/trpc'], notFoundHandler);
  app.use(linkCardRoute(ctx));
  if (options.clientDir && existsSync(options.clientDir)) app.use(clientFiles(ctx, options.clientDir));
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
  app.use(
    requestLog(ctx.log, secretPathSegments),
    closeUnreadBodies(),
    securityHeaders(),
    checkRequestAddress,
    health,
  );
  app.use(notFoundHandler, errorHandler);
  return app;
}
