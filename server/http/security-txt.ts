import express, { type Router } from 'express';
import type { Needs } from '#server/app-context.ts';
import { languageCodes } from '#server/contract/languages.ts';
import { dayMs } from '#server/contract/lifetimes.ts';

/** How long a reader may rely on the file; each reading renews it. */
const VALID_MS = 30 * dayMs;
const PATH = '/.well-known/security.txt';

/** Whom to tell about a weakness of this installation (RFC 9116); no such file without a contact. */
export function securityTxt(ctx: Needs<'clock' | 'publicUrl'>, contact: string | undefined): Router {
  const router = express.Router();
  if (contact === undefined) return router;
  router.get(PATH, (_req, res) => {
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(ctx.clock.now().getTime() + VALID_MS).toISOString()}`,
      `Preferred-Languages: ${languageCodes.join(', ')}`,
      ...(ctx.publicUrl === null ? [] : [`Canonical: ${ctx.publicUrl}${PATH}`]),
    ];
    res
      .set('Cache-Control', 'no-cache')
      .type('text/plain')
      .send(`${lines.join('\n')}\n`);
  });
  return router;
}
