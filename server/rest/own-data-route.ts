import { create as contentDisposition } from 'content-disposition';
import express, { type Router } from 'express';
import yazl from 'yazl';
import { readOwnData } from '#server/features/accounts/users/own-data.repository.ts';
import { requireViewer } from '#server/trpc/request-context.ts';
import type { BuildContext } from './file-route-dependencies.ts';

/** GET of everything stored about the viewer, as one ZIP of JSON files. */
export function ownDataRoute(context: BuildContext): Router {
  const router = express.Router();
  router.get('/users/profile/export', async (req, res) => {
    const ctx = await context(req, res);
    const viewer = requireViewer(ctx);
    const data = await readOwnData(ctx.db, viewer.id);
    const zip = new yazl.ZipFile();
    for (const [name, content] of Object.entries(data))
      zip.addBuffer(Buffer.from(`${JSON.stringify(content, null, 2)}\n`), `${name}.json`, {
        mtime: ctx.clock.now(),
        compress: false,
      });
    zip.end();
    res.set({
      'Content-Type': 'application/zip',
      'Content-Disposition': contentDisposition(`clublens-${viewer.username}.zip`),
      'Cache-Control': 'no-store',
    });
    zip.outputStream.pipe(res);
  });
  return router;
}
