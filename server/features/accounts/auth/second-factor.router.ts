import { done } from '#server/contract/schemas/common.ts';
import {
  recoveryCodes,
  removalStopped,
  secondFactorCodeInput,
  secondFactorSetup,
  secondFactorState,
} from '#server/contract/schemas/second-factor.ts';
import { resetTokenInput } from '#server/contract/schemas/users.ts';
import { doneAfter, publicProcedure, router, signedIn, signedInDuringSetup } from '#server/trpc/trpc.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeOwnSecondFactor,
  renewRecoveryCodes,
} from './change-second-factor.ts';
import { stopOwnRemoval, stopRemovalByLink } from './remove-factors-later.ts';

const changes = 'changes the viewer only';

export const secondFactorRouter = router({
  get: signedInDuringSetup('answers the viewer only')
    .meta({ summary: 'Whether signing in asks the viewer for a code' })
    .output(secondFactorState)
    .query(({ ctx }) => getSecondFactor(ctx)),

  begin: signedInDuringSetup(changes)
    .meta({
      summary: 'Make a secret for an authenticator app; it counts once it is confirmed',
      errors: ['second_factor_exists', 'reauthentication_required'],
    })
    .output(secondFactorSetup)
    .mutation(({ ctx }) => beginSecondFactor(ctx)),

  confirm: signedInDuringSetup(changes)
    .meta({
      summary: 'Ask for codes at sign-in from now on; answers recovery codes, and ends all other sessions',
      errors: [
        'second_factor_missing',
        'second_factor_exists',
        'second_factor_incorrect',
        'reauthentication_required',
      ],
    })
    .input(secondFactorCodeInput)
    .output(recoveryCodes)
    .mutation(({ ctx, input }) => confirmSecondFactor(ctx, input.code)),

  renewRecoveryCodes: signedIn(changes)
    .meta({
      summary: 'Make new recovery codes; those before end',
      errors: ['second_factor_missing', 'reauthentication_required'],
    })
    .output(recoveryCodes)
    .mutation(({ ctx }) => renewRecoveryCodes(ctx)),

  remove: signedIn(changes)
    .meta({
      summary: 'Ask for no codes at sign-in any more; ends all other sessions',
      errors: ['second_factor_missing', 'reauthentication_required'],
    })
    .output(done)
    .mutation(({ ctx }) => doneAfter(removeOwnSecondFactor(ctx))),

  stopRemoval: signedIn(changes)
    .meta({ summary: "Keep the viewer's passkeys and codes, which an administrator wants removed" })
    .output(done)
    .mutation(({ ctx }) => doneAfter(stopOwnRemoval(ctx))),

  stopRemovalByLink: publicProcedure('the token is the proof')
    .meta({
      summary: 'Keep passkeys and codes, by the link that was mailed to their owner',
      errors: ['token_not_found', 'token_used', 'field_invalid'],
    })
    .input(resetTokenInput)
    .output(removalStopped)
    .mutation(({ ctx, input }) => stopRemovalByLink(ctx, input.token)),
});
