import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { PasskeyAnswer, PasskeyRequest } from '#server/contract/schemas/passkeys.ts';
import { markAuthenticated } from '#server/features/accounts/auth/sessions.repository.ts';
import type { SignedIn, VisitorAddress } from '#server/trpc/request-context.ts';
import { listPasskeys } from './passkeys.repository.ts';
import { getRelyingParty } from './relying-party.ts';
import { askForPasskey, spendPasskey, verifyPasskey } from './verify-passkey.ts';

type Dependencies = Needs<'db' | 'clock' | 'tokens' | 'relyingParty'> & { viewer: SignedIn };

const asked = ({ viewer }: Dependencies) => ({
  purpose: 'passkey-confirm' as const,
  subject: viewer.sessionId,
});

export async function beginConfirming(ctx: Dependencies): Promise<PasskeyRequest> {
  const { id } = getRelyingParty(ctx);
  const own = await listPasskeys(ctx.db, ctx.viewer.id);
  return askForPasskey(
    ctx,
    asked(ctx),
    own.filter(({ rp_id }) => rp_id === id),
  );
}

/** Counts as the password given again in the session in use. @throws AppError passkey_failed, also for one of somebody else */
export async function confirmByPasskey(
  ctx: Dependencies & Needs<'rateLimits' | 'log'> & VisitorAddress,
  answer: PasskeyAnswer,
): Promise<void> {
  const { viewer } = ctx;
  const now = ctx.clock.now();
  const verified = await verifyPasskey(ctx, asked(ctx), answer);
  if (verified.userId !== viewer.id) throw new AppError('passkey_failed');
  await ctx.db.transaction().execute(async (trx) => {
    await spendPasskey(trx, verified, now);
    await markAuthenticated(trx, viewer.sessionId, now);
  });
}
