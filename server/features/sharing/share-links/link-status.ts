import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import type { LinkRow } from './share-links.repository.ts';

/** A link that is switched off and expired counts as inactive: switching it off was deliberate. */
export function linkStatus(link: Pick<LinkRow, 'is_active' | 'expires_at'>, now: Date): ShareLink['status'] {
  if (!link.is_active) return 'inactive';
  return link.expires_at !== null && link.expires_at <= now ? 'expired' : 'active';
}
