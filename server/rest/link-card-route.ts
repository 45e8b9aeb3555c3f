import express, { type Router } from 'express';
import { drawLinkCard } from '#ml/index.ts';
import type { Needs } from '#server/app-context.ts';
import { clubInitials } from '#server/contract/initials.ts';
import { rateLimitAddress } from '#server/features/platform/rate-limits/rate-limit-address.ts';
import {
  findLinkWithCard,
  findThumbhashOfCard,
  getNamesOfCard,
} from '#server/features/sharing/share-links/link-card.repository.ts';
import { readInstallationName } from '#server/http/installation-name.ts';
import { linkCardPath } from '#server/http/link-card-tags.ts';

/** GET of the picture that messengers show of a share link: the initials of its only club, otherwise of the installation. */
export function linkCardRoute(ctx: Needs<'db' | 'clock' | 'log' | 'rateLimits'>): Router {
  const router = express.Router();
  router.get(linkCardPath(':token'), async (req, res) => {
    res.set('Cache-Control', 'no-store');
    await ctx.rateLimits.limitRequests('link-card', rateLimitAddress(req.ip ?? 'unknown'));
    const installation = await readInstallationName(ctx);
    const link = await findLinkWithCard(ctx, String(req.params.token));
    const clubs = (link && (await getNamesOfCard(ctx, link)))?.clubs ?? [];
    const thumbhash = link ? await findThumbhashOfCard(ctx, link) : null;
    const [club = installation] = clubs.length === 1 ? clubs : [];
    res.type('jpeg').send(await drawLinkCard(clubInitials(club), thumbhash));
  });
  return router;
}
