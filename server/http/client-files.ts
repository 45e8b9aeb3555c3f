import { join } from 'node:path';
import express, { type Router } from 'express';
import type { AppContext } from '#server/app-context.ts';
import { clientPage } from './client-page.ts';
import { webManifest } from './web-manifest.ts';

/** Sends the built client: hashed files are cached for a year, the page never; unknown paths get the page, which routes them. */
export function clientFiles(ctx: AppContext, dir: string): Router {
  const router = express.Router();
  router.use(
    '/assets',
    express.static(join(dir, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false }),
  );
  router.get('/manifest.webmanifest', webManifest(ctx));
  // Browsers revalidate these files, so that they are never older than the server.
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
