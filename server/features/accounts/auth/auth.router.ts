import { AppError, fieldError } from '#server/contract/app-error.ts';
import type { ErrorCode } from '#server/contract/error-codes.ts';
import { byId, done } from '#server/contract/schemas/common.ts';
import { confirmedEmail, emailTokenOwner } from '#server/contract/schemas/confirm-email.ts';
import {
  forgotPasswordInput,
  loginInput,
  logoutInput,
  openSessions,
  ownPasswordInput,
  ownUser,
  refreshInput,
  registerInput,
  resetPasswordInput,
  resetTokenInput,
  resetTokenOwner,
  session,
} from '#server/contract/schemas/users.ts';
import { confirmEmail, readEmailToken } from '#server/features/accounts/users/email-address.ts';
import { requireOwnPassword } from '#server/features/accounts/users/require-own-password.ts';
import { weakPasswordErrors } from '#server/features/accounts/users/weak-passwords.ts';
import { doneAfter, publicProcedure, router, signedInDuringSetup } from '#server/trpc/trpc.ts';
import { findFactorRemoval } from './factor-removals.repository.ts';
import { forgotPassword } from './forgot-password.ts';
import { loadOwnUser } from './load-own-user.ts';
import { requireOneTimeToken } from './one-time-tokens.repository.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts';
import { refreshSession } from './refresh-session.ts';
import { register } from './register.ts';
import { resetPassword } from './reset-password.ts';
import { lockRefreshToken, markAuthenticated, revokeSession } from './sessions.repository.ts';
import { signIn } from './sign-in.ts';

const tokenErrors: ErrorCode[] = [
  'token_not_found',
  'token_used',
  'token_revoked',
  'token_expired',
  'account_inactive',
  'field_invalid',
];

export const authRouter = router({
  login: publicProcedure('this is where one signs in')
    .meta({
      summary: 'Sign in with username or e-mail address',
      errors: [
        'login_failed',
        'second_factor_required',
        'second_factor_incorrect',
        'second_factor_expired',
        'second_factor_unreadable',
        'passkey_required',
        'account_inactive',
        'oidc_only',
        'too_many_attempts',
        'field_invalid',
      ],
    })
    .input(loginInput)
    .output(session)
    .mutation(async ({ ctx, input }) => ctx.cookies.handOut(await signIn(ctx, input))),

  register: publicProcedure('anybody may create an account where registration is open')
    .meta({
      summary: 'Create an account and sign in',
      errors: [
        'registration_by_invitation',
        'registration_closed',
        'oidc_only',
        'username_taken',
        'email_taken',
        ...weakPasswordErrors,
        'too_many_attempts',
        'field_invalid',
      ],
    })
    .input(registerInput)
    .output(session)
    .mutation(async ({ ctx, input }) => ctx.cookies.handOut(await register(ctx, input))),

  refresh: publicProcedure('the refresh token is the proof')
    .meta({
      summary: 'Exchange the refresh token for a new pair',
      errors: ['refresh_token_invalid', 'field_invalid'],
    })
    .input(refreshInput)
    .output(session)
    .mutation(async ({ ctx, input }) => {
      // One in the body comes first: the page moves it into the cookie.
      const token = input.refresh_token ?? ctx.cookies.refreshToken;
      // Who needs no cookie is told what is missing, as in any other call.
      if (token === undefined && !ctx.isPage) throw fieldError('refresh_token', 'A text is required');
      const opened = token === undefined ? null : await refreshSession(ctx, token);
      if (opened) return ctx.cookies.handOut(opened);
      if (input.refresh_token === undefined) ctx.cookies.clear();
      throw new AppError('refresh_token_invalid');
    }),

  logout: publicProcedure('ending a session needs nothing but the session')
    .meta({ summary: 'End the session' })
    .input(logoutInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      const token = input.refresh_token ?? ctx.cookies.refreshToken;
      const viewer = ctx.viewer ?? ctx.setupViewer;
      const ended = await ctx.db.transaction().execute(async (trx) => {
        const now = ctx.clock.now();
        if (viewer) await revokeSession(trx, viewer.sessionId, now);
        const row = token ? await lockRefreshToken(trx, token) : undefined;
        if (row) await revokeSession(trx, row.session_id, now);
        return row?.user_id ?? viewer?.id;
      });
      // Other pages of the same session hear that it is over.
      if (ended) ctx.bus.publish({ topic: `user:${ended}`, kind: 'session' });
      ctx.cookies.clear();
      return { ok: true as const };
    }),

  forgotPassword: publicProcedure(
    'who forgot the password cannot sign in; the answer is the same for every name',
  )
    .meta({
      summary: 'Mail a one-time link for a new password, if there is such an account',
      errors: ['mail_not_set_up', 'too_many_attempts', 'field_invalid'],
    })
    .input(forgotPasswordInput)
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(forgotPassword(ctx, input))),

  checkResetToken: publicProcedure('the token is the proof; nothing is spent')
    .meta({ summary: 'Whose password a link sets', errors: tokenErrors })
    .input(resetTokenInput)
    .output(resetTokenOwner)
    .mutation(async ({ ctx, input }) => {
      const now = ctx.clock.now();
      const owner = await requireOneTimeToken(ctx.db, 'reset_password', input.token, now);
      if (!owner.is_active) throw new AppError('account_inactive');
      const removal = await findFactorRemoval(ctx.db, owner.user_id, now);
      return {
        username: owner.username,
        factors_removed_at: removal?.removed_at?.toISOString() ?? null,
      };
    }),

  resetPassword: publicProcedure('the token is the proof, and it is spent')
    .meta({
      summary: 'Set a new password with a one-time link and sign in',
      errors: [
        ...tokenErrors,
        ...weakPasswordErrors,
        'login_failed',
        'oidc_only',
        'second_factor_required',
        'passkey_required',
      ],
    })
    .input(resetPasswordInput)
    .output(session)
    .mutation(async ({ ctx, input }) => ctx.cookies.handOut(await resetPassword(ctx, input))),

  checkEmailToken: publicProcedure('the token is the proof; nothing is spent')
    .meta({ summary: 'Which address a link confirms', errors: tokenErrors })
    .input(resetTokenInput)
    .output(emailTokenOwner)
    .mutation(({ ctx, input }) => readEmailToken(ctx, input.token)),

  confirmEmail: publicProcedure('the token is the proof, and it is spent')
    .meta({ summary: 'Confirm an address with a one-time link', errors: [...tokenErrors, 'email_taken'] })
    .input(resetTokenInput)
    .output(confirmedEmail)
    .mutation(({ ctx, input }) => confirmEmail(ctx, input.token)),

  sessions: signedInDuringSetup('answers the viewer only')
    .meta({ summary: 'Where the viewer is signed in, last used first' })
    .output(openSessions)
    .query(({ ctx }) => listOwnSessions(ctx)),

  endSession: signedInDuringSetup('ends sessions of the viewer only')
    .meta({
      summary: 'Sign the viewer out in one place',
      errors: ['session_not_found', 'reauthentication_required'],
    })
    .input(byId)
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(endOwnSession(ctx, input.id))),

  endOtherSessions: signedInDuringSetup('ends sessions of the viewer only')
    .meta({ summary: 'Sign the viewer out everywhere else', errors: ['reauthentication_required'] })
    .output(done)
    .mutation(({ ctx }) => doneAfter(endOtherSessions(ctx))),

  confirmPassword: signedInDuringSetup('the password of the viewer, for the session in use')
    .meta({
      summary: 'Give the password again, which some calls ask for',
      errors: ['current_password_incorrect', 'too_many_attempts', 'field_invalid'],
    })
    .input(ownPasswordInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await requireOwnPassword(ctx, input.password);
      await markAuthenticated(ctx.db, ctx.viewer.sessionId, ctx.clock.now());
      return { ok: true as const };
    }),

  me: signedInDuringSetup('answers the viewer only')
    .meta({ summary: 'The signed-in user' })
    .output(ownUser)
    .query(({ ctx }) => loadOwnUser(ctx, ctx.viewer)),
});
