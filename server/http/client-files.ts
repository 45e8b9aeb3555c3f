import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { type RequestHandler, type Router } from 'express';
import type { AppContext } from '#server/app-context.ts';
import { clientPage, shareLinkPage } from './client-page.ts';
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
    compressedFiles(join(dir, 'assets')),
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
  router.get('/gallery/shared/:token', shareLinkPage(ctx, join(dir, 'index.html')));
  router.get('/{*path}', clientPage(ctx, join(dir, 'index.html')));
  return router;
}

/** Sends the file that the build has compressed, where there is one and the browser takes it. */
function compressedFiles(dir: string): RequestHandler {
  const compressed = new Set(readdirSync(dir).filter((name) => name.endsWith('.br')));
  return (req, res, next) => {
    if (!compressed.has(`${req.path.slice(1)}.br`)) return next();
    res.vary('Accept-Encoding');
    if (req.acceptsEncodings('br')) {
      res.type(extname(req.path)).set('Content-Encoding', 'br');
      req.url = `${req.path}.br`;
    }
    next();
  };
}
