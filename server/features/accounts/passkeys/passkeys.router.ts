import { byId, done } from '#server/contract/schemas/common.ts';
import {
  newPasskey,
  passkeyAnswer,
  passkeyCreation,
  passkeyList,
  passkeyRequest,
  renamePasskeyInput,
} from '#server/contract/schemas/passkeys.ts';
import { session } from '#server/contract/schemas/users.ts';
import { openSession } from '#server/features/accounts/auth/open-session.ts';
import { doneAfter, publicProcedure, router, signedIn, signedInDuringSetup } from '#server/trpc/trpc.ts';
import { addPasskey, beginAddingPasskey, removePasskey, renamePasskey } from './change-passkeys.ts';
import { beginConfirming, confirmByPasskey } from './confirm-by-passkey.ts';
import { listOwnPasskeys } from './list-own-passkeys.ts';
import { askForPasskey, spendPasskey, verifyPasskey } from './verify-passkey.ts';

/** Who signs in is known only from the answer. */
const signingIn = { purpose: 'passkey-sign-in', subject: 'anybody' } as const;

export const passkeysRouter = router({
  list: signedInDuringSetup('answers the viewer only')
    .meta({ summary: "The viewer's passkeys, oldest first" })
    .output(passkeyList)
    .query(({ ctx }) => listOwnPasskeys(ctx)),

  beginAdd: signedInDuringSetup('answers the viewer only')
    .meta({
      summary: 'What a browser needs to make a passkey',
      errors: ['passkeys_not_offered', 'reauthentication_required', 'passkeys_enough'],
    })
    .output(passkeyCreation)
    .mutation(({ ctx }) => beginAddingPasskey(ctx)),

  add: signedInDuringSetup('changes the viewer only')
    .meta({
      summary: 'Add a passkey that a browser has made; other sessions end',
      errors: [
        'passkeys_not_offered',
        'reauthentication_required',
        'passkey_not_added',
        'passkey_exists',
        'passkeys_enough',
        'session_expired',
        'field_invalid',
      ],
    })
    .input(newPasskey)
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(addPasskey(ctx, input))),

  rename: signedIn('changes the viewer only')
    .meta({ summary: 'Call a passkey something else', errors: ['passkey_not_found', 'field_invalid'] })
    .input(renamePasskeyInput)
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(renamePasskey(ctx, input))),

  remove: signedIn('changes the viewer only')
    .meta({
      summary: 'Remove a passkey; other sessions end',
      errors: ['passkey_not_found', 'reauthentication_required', 'session_expired'],
    })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(removePasskey(ctx, input.id))),

  beginSignIn: publicProcedure('this is where one signs in; it names no account')
    .meta({ summary: 'What a browser needs to sign in with a passkey', errors: ['passkeys_not_offered'] })
    .output(passkeyRequest)
    .mutation(({ ctx }) => askForPasskey(ctx, signingIn)),

  signIn: publicProcedure('this is where one signs in')
    .meta({
      summary: 'Sign in with a passkey',
      errors: [
        'passkeys_not_offered',
        'passkey_failed',
        'login_failed',
        'oidc_only',
        'account_inactive',
        'too_many_attempts',
        'field_invalid',
      ],
    })
    .input(passkeyAnswer)
    .output(session)
    .mutation(async ({ ctx, input }) => {
      const verified = await verifyPasskey(ctx, signingIn, input);
      return ctx.cookies.handOut(
        await openSession(ctx, verified.userId, (trx) => spendPasskey(trx, verified, ctx.clock.now())),
      );
    }),

  beginConfirm: signedInDuringSetup('answers the viewer only')
    .meta({
      summary: "What a browser needs to ask for one of the viewer's passkeys",
      errors: ['passkeys_not_offered'],
    })
    .output(passkeyRequest)
    .mutation(({ ctx }) => beginConfirming(ctx)),

  confirm: signedInDuringSetup('a passkey of the viewer, for the session in use')
    .meta({
      summary: 'Give a passkey where some calls ask for the password again',
      errors: ['passkeys_not_offered', 'passkey_failed', 'too_many_attempts', 'field_invalid'],
    })
    .input(passkeyAnswer)
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(confirmByPasskey(ctx, input))),
});
