import { readFile } from 'node:fs/promises';
import type { RequestHandler } from 'express';
import type { Needs } from '#server/app-context.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { readInstallationName } from './installation-name.ts';

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

/** Puts the name into the title and the element that the client reads it from. */
export function withName(html: string, name: string): string {
  const escaped = escapeHtml(name);
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped}</title>`)
    .replace(/(<meta name="application-name" content=")[^"]*/, (_, start: string) => start + escaped);
}
