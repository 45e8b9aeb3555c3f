import type { RequestHandler } from 'express';
import type { Needs } from '#server/app-context.ts';
import { readInstallationName } from './installation-name.ts';

const png = { type: 'image/png' };

/** What a browser needs to install the client as an app, with the installation's name. */
export function webManifest(ctx: Needs<'db' | 'log'>): RequestHandler {
  return async (_req, res) => {
    const name = await readInstallationName(ctx);
    res
      .set('Cache-Control', 'no-cache')
      .type('application/manifest+json')
      .send(
        JSON.stringify({
          id: '/',
          name,
          short_name: name,
          start_url: '/',
          display: 'standalone',
          background_color: '#0b1330',
          theme_color: '#0b1330',
          icons: [
            { src: '/icons/icon-192.png', sizes: '192x192', ...png },
            { src: '/icons/icon-512.png', sizes: '512x512', ...png },
            { src: '/icons/maskable-512.png', sizes: '512x512', purpose: 'maskable', ...png },
          ],
          share_target: {
            action: '/share-target',
            method: 'POST',
            enctype: 'multipart/form-data',
            params: { files: [{ name: 'photos', accept: ['image/*'] }] },
          },
        }),
      );
  };
}
