import { done } from '#server/contract/schemas/common.ts';
import {
  loginInput,
  logoutInput,
  refreshInput,
  registerInput,
  session,
  user,
} from '#server/contract/schemas/users.ts';
import { loadUser } from '#server/features/users/users.access.ts';
import { open, router, signedIn } from '#server/trpc/trpc.ts';
import { lockRefreshToken, revokeSession } from './sessions.repository.ts';
import { refreshSession, register, signIn } from './sign-in.ts';

export const authRouter = router({
  login: open('this is where one signs in')
    .meta({
      summary: 'Sign in with username or e-mail address',
      errors: ['login_failed', 'account_inactive', 'too_many_attempts', 'field_invalid'],
    })
    .input(loginInput)
    .output(session)
    .mutation(async ({ ctx, input }) => {
      const opened = await signIn(ctx, input);
      ctx.setSessionCookie(opened.access_token);
      return opened;
    }),

  register: open('anybody may create an account')
    .meta({
      summary: 'Create an account and sign in',
      errors: ['username_taken', 'email_taken', 'too_many_attempts', 'field_invalid'],
    })
    .input(registerInput)
    .output(session)
    .mutation(async ({ ctx, input }) => {
      const opened = await register(ctx, input);
      ctx.setSessionCookie(opened.access_token);
      return opened;
    }),

  refresh: open('the refresh token is the proof')
    .meta({
      summary: 'Exchange the refresh token for a new pair',
      errors: ['refresh_token_invalid', 'field_invalid'],
    })
    .input(refreshInput)
    .output(session)
    .mutation(async ({ ctx, input }) => {
      const opened = await refreshSession(ctx, input.refresh_token);
      ctx.setSessionCookie(opened.access_token);
      return opened;
    }),

  logout: open('ending a session needs nothing but the session')
    .meta({ summary: 'End the session' })
    .input(logoutInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      const token = input.refresh_token;
      const ended = await ctx.db.transaction().execute(async (trx) => {
        const now = ctx.clock.now();
        if (ctx.viewer) await revokeSession(trx, ctx.viewer.sessionId, now);
        const row = token ? await lockRefreshToken(trx, token) : undefined;
        if (row) await revokeSession(trx, row.session_id, now);
        return row?.user_id ?? ctx.viewer?.id;
      });
      // Other pages of the same session hear that it is over.
      if (ended) ctx.bus.publish({ topic: `user:${ended}`, kind: 'session' });
      ctx.setSessionCookie(null);
      return { ok: true as const };
    }),

  me: signedIn('answers the viewer only')
    .meta({ summary: 'The signed-in user' })
    .output(user)
    .query(({ ctx }) => loadUser(ctx.db, ctx.viewer.id)),
});
