import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import type { LinkRow } from './share-links.repository.ts';

/** A link that is switched off and expired counts as inactive: switching it off was deliberate. */
export function linkStatus(
  link: Pick<LinkRow, 'is_active' | 'has_left' | 'expires_at'>,
  now: Date,
): ShareLink['status'] {
  if (!link.is_active || link.has_left) return 'inactive';
  return link.expires_at !== null && link.expires_at <= now ? 'expired' : 'active';
}

/** Of several links with one address the first that is in force; where none is, the first says why. */
export const firstInForce = <Link extends Parameters<typeof linkStatus>[0]>(
  links: readonly Link[],
  now: Date,
): Link | undefined => links.find((link) => linkStatus(link, now) === 'active') ?? links[0];
