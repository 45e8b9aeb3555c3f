import type { ErrorCode } from '#server/contract/error-codes.ts';
import { done } from '#server/contract/schemas/common.ts';
import {
  beginAtProviderInput,
  beginForViewerInput,
  endSessionAddress,
  providerAddress,
  providerAnswer,
  providerConnection,
  providerSignInInput,
  registerByProviderInput,
} from '#server/contract/schemas/oidc.ts';
import { session } from '#server/contract/schemas/users.ts';
import { invitationErrors } from '#server/features/people/invitations/accept-invitation.ts';
import { doneAfter, publicProcedure, router, signedIn, signedInDuringSetup } from '#server/trpc/trpc.ts';
import { beginAtProvider } from './begin-at-provider.ts';
import { findEndSessionAddress } from './end-session-address.ts';
import { beginForViewer, disconnect, finishForViewer, getConnection } from './own-connection.ts';
import { registerByProvider, signInByProvider } from './sign-in-by-provider.ts';
import { describeAnswer } from './use-answer.ts';

const beginErrors: ErrorCode[] = ['oidc_not_offered', 'oidc_away', 'oidc_failed'];
const answerErrors: ErrorCode[] = [...beginErrors, 'oidc_cancelled'];

/** Signing in with an OpenID provider; what it answers comes to server/rest/oidc-routes.ts. */
export const oidcRouter = router({
  begin: publicProcedure('this is where one signs in; it names no account')
    .meta({ summary: 'Where a browser signs in at the OpenID provider', errors: beginErrors })
    .input(beginAtProviderInput)
    .output(providerAddress)
    .mutation(({ ctx, input }) => beginAtProvider(ctx, { purpose: 'sign_in', sessionId: null, ...input })),

  answer: publicProcedure('answers what the cookie of this browser holds')
    .meta({
      summary: 'What the OpenID provider has answered this browser',
      errors: [...answerErrors, 'oidc_account_missing'],
    })
    .output(providerAnswer)
    .query(({ ctx }) => describeAnswer(ctx)),

  signIn: publicProcedure('the answer of the provider in the cookie is the proof, and it is spent')
    .meta({
      summary: 'Sign in by the answer of the OpenID provider',
      errors: [
        ...answerErrors,
        'oidc_account_missing',
        'second_factor_required',
        'second_factor_incorrect',
        'second_factor_expired',
        'second_factor_unreadable',
        'login_failed',
        'account_inactive',
        'too_many_attempts',
        'field_invalid',
      ],
    })
    .input(providerSignInInput)
    .output(session)
    .mutation(async ({ ctx, input }) => ctx.cookies.handOut(await signInByProvider(ctx, input))),

  register: publicProcedure('the answer of the provider in the cookie is the proof, and it is spent')
    .meta({
      summary: 'Create an account without a password for whom the OpenID provider has named, and sign in',
      errors: [
        ...answerErrors,
        'oidc_taken',
        'registration_by_invitation',
        'registration_closed',
        'username_taken',
        'email_taken',
        ...invitationErrors,
        'too_many_attempts',
        'field_invalid',
      ],
    })
    .input(registerByProviderInput)
    .output(session)
    .mutation(async ({ ctx, input }) => ctx.cookies.handOut(await registerByProvider(ctx, input))),

  connection: signedInDuringSetup('answers the viewer only')
    .meta({ summary: "Whether the viewer's account is connected to one of the OpenID provider" })
    .output(providerConnection)
    .query(({ ctx }) => getConnection(ctx)),

  beginForViewer: signedInDuringSetup('answers the viewer only')
    .meta({
      summary:
        'Where the viewer connects an account of the OpenID provider, or gives it instead of the password',
      errors: [...beginErrors, 'reauthentication_required', 'second_factor_needed', 'field_invalid'],
    })
    .input(beginForViewerInput)
    .output(providerAddress)
    .mutation(({ ctx, input }) => beginForViewer(ctx, input)),

  finishForViewer: signedInDuringSetup('changes the viewer only')
    .meta({
      summary:
        'Do what the viewer was sent to the OpenID provider for; a new connection ends all other sessions',
      errors: [
        ...answerErrors,
        'oidc_taken',
        'oidc_other_account',
        'session_expired',
        'second_factor_needed',
      ],
    })
    .output(done)
    .mutation(({ ctx }) => doneAfter(finishForViewer(ctx))),

  endSessionAddress: signedInDuringSetup('answers the viewer only')
    .meta({ summary: 'Where the viewer signs out at the OpenID provider, after signing out here' })
    .output(endSessionAddress)
    .query(async ({ ctx }) => ({ url: await findEndSessionAddress(ctx) })),

  disconnect: signedIn('changes the viewer only')
    .meta({
      summary: 'Disconnect the account of the OpenID provider; ends all other sessions',
      errors: [
        'oidc_not_offered',
        'oidc_not_connected',
        'oidc_needs_password',
        'reauthentication_required',
        'session_expired',
      ],
    })
    .output(done)
    .mutation(({ ctx }) => doneAfter(disconnect(ctx))),
});
