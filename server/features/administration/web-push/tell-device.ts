import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { TellDeviceInput } from '#server/contract/schemas/web-push.ts';
import { holdAccounts } from '#server/db/hold-accounts.ts';
import { requireStillSignedIn } from '#server/features/accounts/auth/require-still-signed-in.ts';
import { getInstallationSettings } from '#server/features/accounts/installation-settings/installation-settings.repository.ts';
import { hashToken, newId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { isWithinReach, type PushReach } from './sending/push-reach.ts';
import type { PushAddress } from './sending/push-transport.ts';
import { countOtherDevices, isAnybodyFoundFor, putDevice } from './web-push-devices.repository.ts';

declare module '#server/app-context.ts' {
  interface AppContext {
    push: {
      reach: PushReach;
      /** `mailto:` or `https:`, to whom the services of browsers may write; null: no phone is told. */
      contact: string | null;
    };
  }
}

/** Whether phones are told at all. */
export const isPushOn = async ({ db, push }: Needs<'db' | 'push'>): Promise<boolean> =>
  push.contact !== null && (await getInstallationSettings(db)).web_push;

export const isPushOffered = async (
  ctx: Needs<'db' | 'push' | 'clock'> & { viewer: SignedIn },
): Promise<boolean> =>
  (await isPushOn(ctx)) && (await isAnybodyFoundFor(ctx.db, ctx.viewer.id, ctx.clock.today()));

/** @throws AppError push_not_offered, push_service_unknown, push_devices_enough, session_expired */
export async function tellDevice(
  ctx: Needs<'db' | 'push' | 'clock' | 'tokens' | 'relyingParty'> & { viewer: SignedIn },
  { language, ...address }: TellDeviceInput,
): Promise<void> {
  if (!(await isPushOffered(ctx))) throw new AppError('push_not_offered');
  if (!isWithinReach(ctx.push.reach, address.endpoint)) throw new AppError('push_service_unknown');
  const now = ctx.clock.now();
  const device = {
    id: newId(),
    user_id: ctx.viewer.id,
    session_id: ctx.viewer.sessionId,
    endpoint_hash: hashToken(address.endpoint),
    sealed: await ctx.tokens.seal(
      'push-address',
      address satisfies PushAddress,
      lifetimes.sessionLongestMs,
      now,
    ),
    language,
    created_at: now,
  };
  await ctx.db.transaction().execute(async (trx) => {
    // Two devices at once count each other, and a session that ends meanwhile has no device.
    await holdAccounts(trx, ctx.viewer.id);
    await requireStillSignedIn({ ...ctx, db: trx }, ctx.viewer);
    if ((await countOtherDevices(trx, device, now)) >= countLimits.pushDevicesMax)
      throw new AppError('push_devices_enough');
    await putDevice(trx, device);
  });
}
