import type { Request } from 'express';
import type { Needs } from '#server/app-context.ts';
import { escapeHtml } from '#server/escape-html.ts';
import {
  findLinkWithCard,
  getNamesOfCard,
} from '#server/features/sharing/share-links/link-card.repository.ts';
import { requestOrigin } from './browser-host.ts';

export const linkCardPath = (token: string): string => `/gallery/shared/${token}/card.jpg`;

/** What messengers read of the page of a share link: event and clubs, or the installation's name alone. */
export async function linkCardTags(
  ctx: Needs<'db' | 'clock' | 'log' | 'publicUrl'>,
  req: Request,
  installation: string,
): Promise<string> {
  const token = String(req.params.token);
  const title = (await titleOf(ctx, token)) ?? installation;
  const tags = [
    ['property="og:title"', title],
    ['property="og:image"', requestOrigin(ctx, req) + linkCardPath(encodeURIComponent(token))],
    ['property="og:image:width"', '1200'],
    ['property="og:image:height"', '630'],
    ['property="og:image:alt"', title],
    ['name="twitter:card"', 'summary_large_image'],
  ];
  return tags
    .map(([name, content = '']) => `<meta ${name} content="${escapeHtml(content)}" />`)
    .join('\n    ');
}

/** Undefined also while the database is away, so that the page comes all the same. */
async function titleOf(ctx: Needs<'db' | 'clock' | 'log'>, token: string): Promise<string | undefined> {
  try {
    const link = await findLinkWithCard(ctx, token);
    const names = link && (await getNamesOfCard(ctx, link));
    return names && [names.event, ...(names.clubs.length > 0 ? [names.clubs.join(', ')] : [])].join(' · ');
  } catch (error) {
    ctx.log.warn({ err: error }, 'card of a share link not read');
    return undefined;
  }
}
