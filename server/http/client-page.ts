import { readFile } from 'node:fs/promises';
import type { RequestHandler } from 'express';
import type { Needs } from '#server/app-context.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { readInstallationName } from './installation-name.ts';
import { linkCardTags } from './link-card-tags.ts';

/**
 * The page of the client, with the installation's name in it: the browser shows the name at once, and programs that show a
 * preview of a link read no other part of the page.
 */
export function clientPage(ctx: Needs<'db' | 'log'>, file: string): RequestHandler {
  return async (_req, res) => {
    const name = await readInstallationName(ctx);
    res
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(withName(await readFile(file, 'utf8'), name));
  };
}

/** The same page for a share link, with its card. */
export function shareLinkPage(
  ctx: Needs<'db' | 'clock' | 'log' | 'publicUrl'>,
  file: string,
): RequestHandler {
  return async (req, res) => {
    const name = await readInstallationName(ctx);
    const tags = await linkCardTags(ctx, req, name);
    const page = withName(await readFile(file, 'utf8'), name);
    res
      .set('Cache-Control', 'no-store')
      .type('html')
      .send(page.replace('</title>', () => `</title>\n    ${tags}`));
  };
}

/** Puts the name into the title and the element that the client reads it from. */
export function withName(html: string, name: string): string {
  const escaped = escapeHtml(name);
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped}</title>`)
    .replace(/(<meta name="application-name" content=")[^"]*/, (_, start: string) => start + escaped);
}
