import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { passkeyOriginOf } from '#server/contract/public-address.ts';

/** What passkeys are for: a host, from pages of one origin. */
export type RelyingParty = { id: string; origin: string };

declare module '#server/app-context.ts' {
  interface AppContext {
    /** What passkeys are for; null: none are offered. */
    relyingParty: RelyingParty | null;
  }
}

/**
 * The host of PUBLIC_URL, or after a move that of the former address: browsers ask that one whether pages of the new one may use
 * its passkeys (related origins, Web Authentication level 3, 5.11). Null: passkeys work at neither.
 */
export function relyingPartyAt(publicUrl: string | null, former: string | null): RelyingParty | null {
  const origin = passkeyOriginOf(publicUrl);
  const host = passkeyOriginOf(former) ?? origin;
  return origin === null || host === null ? null : { id: new URL(host).hostname, origin };
}

/** @throws AppError passkeys_not_offered */
export function getRelyingParty({ relyingParty }: Needs<'relyingParty'>): RelyingParty {
  if (!relyingParty) throw new AppError('passkeys_not_offered');
  return relyingParty;
}
