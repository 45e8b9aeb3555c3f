import { createHash } from 'node:crypto';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { Recall } from '#server/remember-until-written.ts';
import type { FamilyScope, GalleryScope } from '#server/visibility/share-scope.sql.ts';
import { findSharer } from './family-share-links.repository.ts';
import {
  findLinksByToken,
  firstInForce,
  linkStatus,
  listShownTogether,
  type VisitedLink,
} from './share-links.repository.ts';

/** `unlock`: proof of having known the password. */
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
const fingerprintOf = (link: VisitedLink): string =>
  createHash('sha256')
    .update(link.password_hash ?? 'open')
    .digest('base64url')
    .slice(0, 22);

/** A link that is in force, with what decides what it shows. */
export type OpenedLink =
  | (VisitedLink & { scope: GalleryScope; gallery_id: string })
  | (VisitedLink & FamilyScope & { gallery_id: null });

type Dependencies = Needs<'db' | 'clock' | 'passwords' | 'tokens' | 'rateLimits'> & {
  clientAddress: string;
  /** Of a header; it counts before that of the key. */
  sharePassword: string | null;
  recall: Recall;
};

/**
 * The one check of share links: the page, its photos and every picture pass it on each call, so that a link's
 * end takes effect at once. 404 unknown, or of a family that may not share any more; 403 switched off, 410 expired, 401
 * password wanted or wrong. Links that collect photos show nothing, so they are unknown here.
 */
export async function requireLink(ctx: Dependencies, key: LinkKey): Promise<OpenedLink> {
  const links = await ctx.recall(`link ${ctx.clock.today()} ${key.token}`, async () => {
    const rows = await findLinksByToken(ctx.db, key.token);
    return (await Promise.all(rows.map((row) => withScope(ctx, row)))).filter((row) => row !== undefined);
  });
  const link = firstInForce(links, ctx.clock.now());
  if (!link) throw new AppError('link_not_found');
  await requireInForce(ctx, link, key);
  return link;
}

/** A link in force by which guests send photos into a gallery. */
export type GuestUploadLink = VisitedLink & { gallery_id: string };

/** The same check for links that collect photos; all others are unknown here. */
export async function requireGuestUploadLink(ctx: Dependencies, key: LinkKey): Promise<GuestUploadLink> {
  const [link] = await findLinksByToken(ctx.db, key.token);
  if (link?.scope !== 'collect' || link.gallery_id === null) throw new AppError('link_not_found');
  await requireInForce(ctx, link, key);
  return { ...link, gallery_id: link.gallery_id };
}

/** Refuses where a link is switched off or has expired, and without its password or the proof of having known it. */
async function requireInForce(ctx: Dependencies, link: VisitedLink, key: LinkKey): Promise<void> {
  const status = linkStatus(link, ctx.clock.now());
  if (status === 'inactive') throw new AppError('link_inactive');
  if (status === 'expired') throw new AppError('link_expired');
  if (link.password_hash === null) return;
  if (key.unlock) {
    const proof = await ctx.tokens.readUnlock(key.unlock);
    if (proof?.linkId === link.id && proof.fingerprint === fingerprintOf(link)) return;
  }
  const password = ctx.sharePassword ?? key.password;
  if (!password) throw new AppError('link_password_required');
  const right = await ctx.rateLimits.limitWrongGuesses('link', link.id, ctx.clientAddress, async () =>
    (await ctx.passwords.matches(link.password_hash ?? '', password)) ? true : null,
  );
  if (!right) throw new AppError('link_password_incorrect');
}

/** Undefined where the account that shares a person is no longer family, or a club or the family does not allow it. */
async function withScope(ctx: Needs<'db' | 'clock'>, row: VisitedLink): Promise<OpenedLink | undefined> {
  const { scope, gallery_id, club_person_id } = row;
  if (scope === 'collect') return undefined;
  if (scope !== 'club_person') return gallery_id === null ? undefined : { ...row, scope, gallery_id };
  const sharer = await findSharer(ctx.db, row, ctx.clock.today());
  return sharer && club_person_id !== null
    ? { ...row, scope, gallery_id: null, club_person_id, sharer }
    : undefined;
}

export const unlockTokenOf = (ctx: Needs<'tokens'>, link: VisitedLink): Promise<string> =>
  ctx.tokens.signUnlock(link.id, fingerprintOf(link));

/** The token that opens the pictures of a link with a password, for their addresses; null for a link without one. */
export const unlockOf = async (ctx: Needs<'tokens'>, link: VisitedLink): Promise<string | null> =>
  link.password_hash === null ? null : unlockTokenOf(ctx, link);

/**
 * The galleries that are shown with this one, itself included. Whoever knows the password of this one opens those with the same; others
 * with a password ask for it, and are not named before.
 */
export async function listOpenedTogether(ctx: Needs<'db' | 'clock' | 'tokens'>, opened: OpenedLink) {
  const rows = await listShownTogether(ctx.db, opened);
  const inForce = rows.filter((row) => linkStatus(row, ctx.clock.now()) === 'active');
  if (inForce.length < 2) return [];
  return Promise.all(
    inForce.map(async (row) => {
      const isKnown = row.password_hash === null || row.password_hash === opened.password_hash;
      return {
        token: row.token,
        name: isKnown ? row.gallery_name : null,
        unlock_token: isKnown ? await unlockOf(ctx, row) : null,
        is_open: row.id === opened.id,
      };
    }),
  );
}

/** Originals are sent only by links that allow it. @throws AppError link_download_forbidden */
export function requireDownloadAllowed(link: { allow_download: boolean }): void {
  if (!link.allow_download) throw new AppError('link_download_forbidden');
}
