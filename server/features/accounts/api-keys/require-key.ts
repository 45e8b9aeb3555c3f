import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { keyPrefix } from '#server/contract/key-scopes.ts';
import { serverLifetimes } from '#server/contract/lifetimes.ts';
import { hashToken } from '#server/ids.ts';
import type { Recall } from '#server/remember-until-written.ts';
import type { VisitorAddress } from '#server/trpc/request-context.ts';
import { findKey, type LiveKey, markKeyUsed } from './api-keys.repository.ts';

export const isKey = (token: string | undefined): token is string => token?.startsWith(keyPrefix) === true;

/**
 * The key with this text, in force.
 * @throws AppError api_key_invalid, also for every key of an address from which too many wrong ones came
 */
export async function requireKey(
  ctx: Needs<'db' | 'clock' | 'rateLimits' | 'relyingParty'> & VisitorAddress & { recall: Recall },
  token: string,
): Promise<LiveKey> {
  const { clientAddress, addressIsShared } = ctx;
  const find = async () => {
    const found = addressIsShared
      ? await findKey(ctx, { token })
      : await ctx.rateLimits.limitWrongKeys(clientAddress, () => findKey(ctx, { token }));
    if (!found) throw new AppError('api_key_invalid');
    return found;
  };
  const key = await ctx.recall(`key ${hashToken(token).toString('base64')} ${clientAddress}`, find);
  if (key.lastDay < ctx.clock.today()) throw new AppError('api_key_invalid');
  const now = ctx.clock.now();
  const usedAt = key.lastUsedAt?.getTime() ?? 0;
  if (now.getTime() - usedAt > serverLifetimes.keyUseNotedMs)
    await markKeyUsed(ctx.db, key.viewer.sessionId, now);
  return key;
}
