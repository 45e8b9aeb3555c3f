import { AppError, fieldError } from '#server/contract/app-error.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import { mayDo } from '#server/contract/permissions.ts';
import { byId, done } from '#server/contract/schemas/common.ts';
import { accountFactors } from '#server/contract/schemas/second-factor.ts';
import {
  bioInput,
  changePasswordInput,
  contributions,
  createUserInput,
  languageInput,
  ownPasswordInput,
  profileInput,
  quickPhotographerInput,
  resetLink,
  resetLinkInput,
  roleAssignments,
  roleGrantInput,
  roleRevokeInput,
  setPasswordInput,
  splitFullName,
  updateUserInput,
  user,
  userListInput,
  userPage,
} from '#server/contract/schemas/users.ts';
import { getAccountFactors } from '#server/features/accounts/auth/remove-factors-later.ts';
import { createResetLink } from '#server/features/accounts/auth/reset-password.ts';
import { doneAfter, router, signedIn, withPermission } from '#server/trpc/trpc.ts';
import { createPhotographer, createUser, deleteUser, endSessionsOf, updateUser } from './administer-user.ts';
import { changePassword, setPassword } from './change-password.ts';
import { grantRole, revokeRole } from './change-roles.ts';
import { deleteOwnAccount } from './delete-own-account.ts';
import { changeEmail, requestVerification } from './email-address.ts';
import { guardUser } from './guard-user.ts';
import { loadUser } from './load-user.ts';
import { countContributions } from './own-data.repository.ts';
import { listGrants } from './roles.repository.ts';
import { requireAccountAsSeen, updateBio, updateLanguage, updateUserFields } from './save-user.ts';
import { listUsers } from './users.repository.ts';
import { weakPasswordErrors } from './weak-passwords.ts';

const ok = { ok: true as const };

export const usersRouter = router({
  list: withPermission('user.search')
    .meta({
      summary: 'Users, newest first; photographers and club admins may only search',
      errors: ['field_invalid'],
    })
    .input(userListInput)
    .output(userPage)
    .query(async ({ ctx, input }) => {
      const administrates = mayDo(ctx.viewer, 'user.administer');
      if (!administrates && !input.query) throw new AppError('forbidden');
      if (!administrates && (input.query ?? '').length < inputLimits.searchMin)
        throw fieldError('query', `Search for at least ${inputLimits.searchMin} characters`);
      const { page, per_page, query, role } = input;
      const filter = { query, role, limit: per_page, offset: (page - 1) * per_page };
      const { items, total } = await listUsers(ctx.db, filter, administrates ? 'administration' : 'search');
      return { items, total, page, per_page, pages: Math.ceil(total / per_page) };
    }),

  get: guardUser('read', byId)
    .meta({ summary: 'One user' })
    .output(user)
    .query(({ ctx }) => ctx.user),

  create: withPermission('user.administer')
    .meta({
      summary: 'Create an account',
      errors: ['username_taken', 'email_taken', ...weakPasswordErrors, 'field_invalid'],
    })
    .input(createUserInput)
    .output(user)
    .mutation(async ({ ctx, input }) => loadUser(ctx.db, await createUser(ctx, input))),

  createPhotographer: withPermission('user.administer')
    .meta({
      summary: 'Create an account with the photographer role',
      errors: ['username_taken', 'email_taken', ...weakPasswordErrors, 'field_invalid'],
    })
    .input(quickPhotographerInput)
    .output(user)
    .mutation(async ({ ctx, input }) => loadUser(ctx.db, await createPhotographer(ctx, input))),

  update: guardUser('administer', updateUserInput)
    .meta({
      summary: 'Change the fields that are sent',
      errors: [
        'username_taken',
        'email_taken',
        'last_admin',
        'last_superuser',
        'own_account',
        'reauthentication_required',
        'role_needs_superuser',
      ],
    })
    .output(user)
    .mutation(async ({ ctx, input }) => {
      await updateUser(ctx, ctx.user, input);
      return loadUser(ctx.db, ctx.user.id);
    }),

  factors: guardUser('administer', byId)
    .meta({ summary: 'Whether the user has a second factor, and when it is removed' })
    .output(accountFactors)
    .query(({ ctx }) => getAccountFactors(ctx, ctx.user)),

  createResetLink: guardUser('administer', resetLinkInput)
    .meta({
      summary:
        'Make a one-time link with which the user sets a new password; with `removes_factors`, passkeys and codes are removed a day later, unless the user stops it',
      errors: [
        'account_inactive',
        'role_needs_superuser',
        'own_account',
        'reauthentication_required',
        'second_factor_missing',
        'factor_removal_stopped',
      ],
    })
    .output(resetLink)
    .mutation(({ ctx, input }) => createResetLink(ctx, ctx.user, input.removes_factors)),

  endSessions: guardUser('administer', byId)
    .meta({ summary: 'Sign a user out everywhere', errors: ['own_account', 'role_needs_superuser'] })
    .output(done)
    .mutation(({ ctx }) => doneAfter(endSessionsOf(ctx, ctx.user))),

  delete: guardUser('administer', byId)
    .meta({
      summary: 'Delete an account',
      errors: ['last_admin', 'last_superuser', 'own_account', 'role_needs_superuser'],
    })
    .output(done)
    .mutation(({ ctx }) => doneAfter(deleteUser(ctx, ctx.user))),

  profile: signedIn('answers the viewer only')
    .meta({ summary: "The viewer's profile" })
    .output(user)
    .query(({ ctx }) => loadUser(ctx.db, ctx.viewer.id)),

  updateProfile: signedIn('changes the viewer only')
    .meta({
      summary: "Change the viewer's name and address; with mail, a new address waits until it is confirmed",
      errors: ['email_taken', 'reauthentication_required', 'too_many_attempts', 'field_invalid'],
    })
    .input(profileInput)
    .output(user)
    .mutation(async ({ ctx, input }) => {
      const names = input.full_name === undefined ? {} : splitFullName(input.full_name);
      const before = await loadUser(ctx.db, ctx.viewer.id);
      await ctx.db.transaction().execute(async (trx) => {
        await requireAccountAsSeen(trx, ctx.viewer.id, input);
        await updateUserFields(trx, ctx.viewer.id, names);
        if (input.email !== undefined) await changeEmail(ctx, trx, before, input.email);
      });
      return loadUser(ctx.db, ctx.viewer.id);
    }),

  contributions: signedIn('answers the viewer only')
    .meta({ summary: "What of the viewer's would stay if the account were deleted" })
    .output(contributions)
    .query(({ ctx }) => countContributions(ctx.db, ctx.viewer.id)),

  deleteAccount: signedIn('deletes the viewer only, who proves it with the password')
    .meta({
      summary: "Delete the viewer's account; what it brought in stays without a name",
      errors: [
        'current_password_incorrect',
        'last_admin',
        'last_superuser',
        'too_many_attempts',
        'field_invalid',
      ],
    })
    .input(ownPasswordInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await deleteOwnAccount(ctx, input.password);
      ctx.cookies.clear();
      return ok;
    }),

  requestVerification: signedIn('mails the viewer only')
    .meta({
      summary: "Send the mail that confirms the viewer's address",
      errors: ['mail_not_set_up', 'too_many_attempts'],
    })
    .output(done)
    .mutation(async ({ ctx }) => {
      await requestVerification(ctx, await loadUser(ctx.db, ctx.viewer.id));
      return ok;
    }),

  updateLanguage: signedIn('changes the viewer only')
    .meta({ summary: "Choose the language of the viewer's mails", errors: ['field_invalid'] })
    .input(languageInput)
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(updateLanguage(ctx.db, ctx.viewer.id, input.language))),

  updateBio: signedIn('changes the viewer only')
    .meta({ summary: "Change the viewer's few words about themselves", errors: ['field_invalid'] })
    .input(bioInput)
    .output(user)
    .mutation(async ({ ctx, input }) => {
      await updateBio(ctx.db, ctx.viewer.id, input);
      return loadUser(ctx.db, ctx.viewer.id);
    }),

  changePassword: signedIn('changes the viewer only')
    .meta({
      summary: "Change the viewer's password",
      errors: ['current_password_incorrect', ...weakPasswordErrors, 'too_many_attempts', 'field_invalid'],
    })
    .input(changePasswordInput)
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(changePassword(ctx, input))),

  setPassword: signedIn('changes the viewer only')
    .meta({
      summary: 'Set a password where the account has none',
      errors: [
        'current_password_incorrect',
        'reauthentication_required',
        ...weakPasswordErrors,
        'field_invalid',
      ],
    })
    .input(setPasswordInput)
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(setPassword(ctx, input.new_password))),

  roles: guardUser('readRoles', byId)
    .meta({ summary: 'The roles of a user' })
    .output(roleAssignments)
    .query(async ({ ctx }) => ({ roles: await listGrants(ctx.db, ctx.user.id) })),

  grantRole: guardUser('administer', roleGrantInput)
    .meta({
      summary: 'Give a role, in one club or everywhere',
      errors: ['role_not_found', 'role_already_given', 'role_needs_superuser', 'own_roles', 'club_not_found'],
    })
    .output(roleAssignments)
    .mutation(async ({ ctx, input }) => {
      await grantRole(ctx, ctx.user, input);
      return { roles: await listGrants(ctx.db, ctx.user.id) };
    }),

  revokeRole: guardUser('administer', roleRevokeInput)
    .meta({
      summary: 'Take a role',
      errors: ['role_not_found', 'role_needs_superuser', 'last_admin', 'last_superuser', 'club_not_found'],
    })
    .output(roleAssignments)
    .mutation(async ({ ctx, input }) => {
      await revokeRole(ctx, ctx.user, input);
      return { roles: await listGrants(ctx.db, ctx.user.id) };
    }),
});
