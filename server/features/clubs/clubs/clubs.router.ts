import {
  adminClubs,
  club,
  clubAdmins,
  clubListInput,
  clubMembers,
  clubMembersInput,
  clubPage,
  clubUserInput,
  createClubInput,
  joinRequests,
  updateClubInput,
} from '#server/contract/schemas/clubs.ts';
import { byId, done } from '#server/contract/schemas/common.ts';
import { guardUser } from '#server/features/accounts/users/guard-user.ts';
import { doneAfter, router, signedIn, withPermission } from '#server/trpc/trpc.ts';
import { addClubAdmin, removeClubAdmin } from './club-admins.ts';
import { listAdminClubs, listClubs } from './clubs.repository.ts';
import { deleteClub } from './delete-club.ts';
import { guardClub } from './guard-club.ts';
import { loadClub } from './load-club.ts';
import { listAdmins, listMembers, listRequests } from './members.repository.ts';
import {
  approveRequest,
  cancelRequest,
  leaveClub,
  rejectRequest,
  removeMember,
  requestMembership,
} from './membership.ts';
import { createClub, updateClub } from './save-club.ts';

export const clubsRouter = router({
  list: signedIn('clubs are open to every member')
    .meta({ summary: 'Clubs by name', errors: ['field_invalid'] })
    .input(clubListInput)
    .output(clubPage)
    .query(({ ctx, input }) => listClubs(ctx.db, ctx.viewer, input)),

  listAdministered: guardUser('readRoles', byId)
    .meta({ summary: 'The clubs a user administers' })
    .output(adminClubs)
    .query(async ({ ctx }) => ({ admin_clubs: await listAdminClubs(ctx.db, ctx.viewer, ctx.user.id) })),

  get: guardClub('read', byId)
    .meta({ summary: 'One club' })
    .output(club)
    .query(({ ctx }) => ctx.club),

  create: withPermission('club.create')
    .meta({ summary: 'Create a club', errors: ['field_invalid'] })
    .input(createClubInput)
    .output(club)
    .mutation(async ({ ctx, input }) => loadClub(ctx.db, ctx.viewer, await createClub(ctx, input))),

  update: guardClub('edit', updateClubInput)
    .meta({
      summary: 'Change the fields that are sent; name and sport only administrators of the server',
      errors: ['forbidden'],
    })
    .output(club)
    .mutation(async ({ ctx, input }) => {
      await updateClub(ctx, ctx.club, input);
      return loadClub(ctx.db, ctx.viewer, ctx.club.id);
    }),

  delete: guardClub('delete', byId)
    .meta({ summary: 'Delete a club' })
    .output(done)
    .mutation(({ ctx }) => doneAfter(deleteClub(ctx, ctx.club))),

  join: guardClub('read', byId)
    .meta({
      summary: 'Ask to become a member',
      errors: ['club_already_member', 'club_request_pending', 'too_many_attempts'],
    })
    .output(club)
    .mutation(async ({ ctx }) => {
      await requestMembership(ctx, ctx.club);
      return loadClub(ctx.db, ctx.viewer, ctx.club.id);
    }),

  leave: guardClub('read', byId)
    .meta({ summary: 'Leave a club', errors: ['club_not_member', 'club_last_admin'] })
    .output(club)
    .mutation(async ({ ctx }) => {
      await leaveClub(ctx, ctx.club);
      return loadClub(ctx.db, ctx.viewer, ctx.club.id);
    }),

  cancelRequest: guardClub('read', byId)
    .meta({ summary: 'Take back a membership request', errors: ['club_no_request'] })
    .output(club)
    .mutation(async ({ ctx }) => {
      await cancelRequest(ctx, ctx.club);
      return loadClub(ctx.db, ctx.viewer, ctx.club.id);
    }),

  members: guardClub('manageMembers', clubMembersInput)
    .meta({ summary: 'Members of a club' })
    .output(clubMembers)
    .query(({ ctx, input }) => listMembers(ctx.db, ctx.club.id, input)),

  requests: guardClub('manageMembers', clubMembersInput)
    .meta({ summary: 'Membership requests waiting for an answer' })
    .output(joinRequests)
    .query(({ ctx, input }) => listRequests(ctx.db, ctx.club.id, input)),

  approve: guardClub('manageMembers', clubUserInput)
    .meta({ summary: 'Approve a membership request', errors: ['club_no_request'] })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(approveRequest(ctx, ctx.club, input.user_id))),

  reject: guardClub('manageMembers', clubUserInput)
    .meta({ summary: 'Reject a membership request', errors: ['club_no_request'] })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(rejectRequest(ctx, ctx.club, input.user_id))),

  removeMember: guardClub('read', clubUserInput)
    .meta({
      summary: 'Remove a member, or leave oneself; roles in the club end too',
      errors: ['club_member_not_found', 'club_last_admin'],
    })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(removeMember(ctx, ctx.club, input.user_id))),

  admins: guardClub('manageAdmins', byId)
    .meta({ summary: 'Administrators of a club' })
    .output(clubAdmins)
    .query(({ ctx }) => listAdmins(ctx.db, ctx.club.id)),

  addAdmin: guardClub('manageAdmins', clubUserInput)
    .meta({ summary: 'Appoint a club administrator', errors: ['user_not_found', 'club_admin_exists'] })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(addClubAdmin(ctx, ctx.club, input.user_id))),

  removeAdmin: guardClub('read', clubUserInput)
    .meta({
      summary: 'Remove a club administrator, or give up the office oneself',
      errors: ['club_admin_not_found', 'club_last_admin', 'role_needs_superuser'],
    })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(removeClubAdmin(ctx, ctx.club, input.user_id))),
});
