import type { Request } from 'express';
import { type OpenedLink, requireLink } from '#server/features/sharing/share-links/check-share-link.ts';
import type { RequestContext } from '#server/trpc/request-context.ts';

/** The share link a request for bytes came by; its password as a header, or the proof of having known it. */
export function requireShareLink(ctx: RequestContext, req: Request): Promise<OpenedLink> {
  const { unlock } = req.query;
  return requireLink(ctx, {
    token: String(req.params.token ?? ''),
    unlock: typeof unlock === 'string' ? unlock : undefined,
    password: ctx.sharePassword ?? undefined,
  });
}
