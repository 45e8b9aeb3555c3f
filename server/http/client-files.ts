import { join } from 'node:path';
import express, { type Router } from 'express';
import type { AppContext } from '#server/app-context.ts';
import { clientPage } from './client-page.ts';
import { webManifest } from './web-manifest.ts';

/** A path that names a file, such as `/favicon.ico` and `/.well-known/security.txt`. The client has no such pages. */
const isFile = (path: string): boolean => /\/\.|\.[^/]*\/?$/.test(path);

/**
 * Sends the built client: hashed files are cached for a year, the page never; unknown paths get the page, which routes them, but
 * not those of files.
 */
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
  router.get('/{*path}', (req, _res, next) => next(isFile(req.path) ? 'router' : undefined));
  router.get('/{*path}', clientPage(ctx, join(dir, 'index.html')));
  return router;
}
