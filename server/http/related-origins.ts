import express, { type Router } from 'express';
import type { Needs } from '#server/app-context.ts';

/** The origin whose pages may use passkeys of this host (Web Authentication level 3, 5.11); browsers ask at the passkeys' host. */
export function relatedOrigins({ relyingParty }: Needs<'relyingParty'>): Router {
  const router = express.Router();
  if (relyingParty)
    router.get('/.well-known/webauthn', (_req, res) => {
      res.set('Cache-Control', 'no-cache').json({ origins: [relyingParty.origin] });
    });
  return router;
}
