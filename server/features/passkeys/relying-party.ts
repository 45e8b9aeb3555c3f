import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { passkeyOriginOf } from '#server/contract/public-address.ts';

/** What passkeys are for: the host of PUBLIC_URL, from pages of its origin. */
export type RelyingParty = { id: string; origin: string };

export function findRelyingParty({ publicUrl }: Needs<'publicUrl'>): RelyingParty | null {
  const origin = passkeyOriginOf(publicUrl);
  return origin === null ? null : { id: new URL(origin).hostname, origin };
}

/** @throws AppError passkeys_not_offered */
export function getRelyingParty(ctx: Needs<'publicUrl'>): RelyingParty {
  const party = findRelyingParty(ctx);
  if (!party) throw new AppError('passkeys_not_offered');
  return party;
}
