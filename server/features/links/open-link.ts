import { createHash } from 'node:crypto';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/errors.ts';
import { type LinkRow, linkStatus, links } from './links.repository.ts';

export type LinkKey = { token: string; password?: string | undefined; unlock?: string | undefined };

/** What requireLink answers. */
export const linkErrors = [
  'link_not_found',
  'link_inactive',
  'link_expired',
  'link_password_required',
  'link_password_incorrect',
  'too_many_attempts',
  'field_invalid',
] as const;

/** Changes with the password, so that a new password ends what the old one opened. */
const fingerprintOf = (link: LinkRow): string =>
  createHash('sha256')
    .update(link.password_hash ?? 'open')
    .digest('base64url')
    .slice(0, 22);

/**
 * The one check of share links: the page, its photos and every picture pass it on each call, so that a link's
 * end takes effect at once. 404 unknown, 403 switched off, 410 expired, 401 password wanted or wrong.
 */
export async function requireLink(
  ctx: Needs<'db' | 'clock' | 'passwords' | 'tokens' | 'rateLimits'> & { address: string },
  key: LinkKey,
): Promise<LinkRow> {
  const link = await links(ctx.db).where('token', '=', key.token).executeTakeFirst();
  if (!link) throw new AppError('link_not_found');
  const status = linkStatus(link, ctx.clock.now());
  if (status === 'inactive') throw new AppError('link_inactive');
  if (status === 'expired') throw new AppError('link_expired');
  if (link.password_hash === null) return link;
  if (key.unlock) {
    const proof = await ctx.tokens.readUnlock(key.unlock);
    if (proof?.linkId === link.id && proof.fingerprint === fingerprintOf(link)) return link;
  }
  if (!key.password) throw new AppError('link_password_required');
  const { password } = key;
  const right = await ctx.rateLimits.limitWrongGuesses('link', link.id, ctx.address, async () =>
    (await ctx.passwords.matches(link.password_hash, password)) ? true : null,
  );
  if (!right) throw new AppError('link_password_incorrect');
  return link;
}

export const unlockTokenOf = (ctx: Needs<'tokens'>, link: LinkRow): Promise<string> =>
  ctx.tokens.signUnlock(link.id, fingerprintOf(link));

/** What travels in the picture addresses of protected links only. */
export const unlockOf = async (ctx: Needs<'tokens'>, link: LinkRow): Promise<string | null> =>
  link.password_hash === null ? null : unlockTokenOf(ctx, link);
