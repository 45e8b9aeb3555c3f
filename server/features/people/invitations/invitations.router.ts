import type { ErrorCode } from '#server/contract/error-codes.ts';
import { byId, done } from '#server/contract/schemas/common.ts';
import {
  clubInvitationInput,
  createInvitationInput,
  invitation,
  invitationListInput,
  invitationPage,
  invitationTokenInput,
  joinedClub,
  joinedSession,
  madeInvitations,
  openInvitation,
  registerWithInvitationInput,
  replacedInvitations,
  replaceInvitationInput,
} from '#server/contract/schemas/invitations.ts';
import { weakPasswordErrors } from '#server/features/accounts/users/weak-passwords.ts';
import { guardClub } from '#server/features/clubs/clubs/guard-club.ts';
import { hashToken, requireId } from '#server/ids.ts';
import { doneAfter, publicProcedure, router, signedIn } from '#server/trpc/trpc.ts';
import { acceptInvitation, invitationErrors, readInvitation } from './accept-invitation.ts';
import { getInvitation, listClubInvitations } from './list-invitations.ts';
import {
  createInvitation,
  inviteGuardiansOfAll,
  mailInvitation,
  replaceInvitation,
  replaceUnknownLinks,
  revokeInvitation,
} from './manage-invitations.ts';
import { registerWithInvitation } from './register-with-invitation.ts';

const tokenErrors: ErrorCode[] = [...invitationErrors, 'too_many_attempts', 'field_invalid'];

export const invitationsRouter = router({
  list: guardClub('manageMembers', invitationListInput)
    .meta({ summary: 'Invitations to a club, with their links' })
    .output(invitationPage)
    .query(({ ctx, input }) => listClubInvitations(ctx, ctx.club.id, input)),

  create: guardClub('manageMembers', createInvitationInput)
    .meta({
      summary:
        'Invite to a club: anybody with the link, or one person; photographers by club.invitePhotographers, a child’s guardian by club.managePeople',
      errors: ['club_person_not_found', 'guardianship_of_adult', 'too_many_attempts'],
    })
    .output(invitation)
    .mutation(async ({ ctx, input }) => getInvitation(ctx, await createInvitation(ctx, ctx.club, input))),

  createForChildren: guardClub('manageMembers', byId)
    .meta({
      summary:
        'Invite a guardian of each child who has neither a guardian nor an open invitation, on paper; by club.managePeople',
      errors: ['too_many_attempts'],
    })
    .output(madeInvitations)
    .mutation(async ({ ctx }) => ({ ids: await inviteGuardiansOfAll(ctx, ctx.club) })),

  replace: guardClub('manageMembers', replaceInvitationInput)
    .meta({
      summary:
        'Give an invitation a new link, and another address where one is sent; the old link stops working, an expired one lasts as long again',
      errors: ['invitation_not_found', 'invitation_used', 'invitation_revoked', 'too_many_attempts'],
    })
    .output(invitation)
    .mutation(async ({ ctx, input }) => {
      await replaceInvitation(ctx, ctx.club, input);
      return getInvitation(ctx, requireId(input.invitation_id, 'invitation_not_found'));
    }),

  replaceUnknown: guardClub('manageMembers', byId)
    .meta({
      summary: 'Give a new link to every open invitation for one person whose link cannot be shown any more',
      errors: ['too_many_attempts'],
    })
    .output(replacedInvitations)
    .mutation(async ({ ctx }) => ({ replaced: await replaceUnknownLinks(ctx, ctx.club) })),

  mail: guardClub('manageMembers', clubInvitationInput)
    .meta({
      summary: 'Mail an open invitation to its address, once for each link',
      errors: [
        'invitation_not_found',
        'invitation_used',
        'invitation_expired',
        'invitation_revoked',
        'invitation_link_unknown',
        'mail_not_set_up',
        'too_many_attempts',
      ],
    })
    .output(invitation)
    .mutation(async ({ ctx, input }) => {
      await mailInvitation(ctx, ctx.club, input.invitation_id);
      return getInvitation(ctx, requireId(input.invitation_id, 'invitation_not_found'));
    }),

  revoke: guardClub('manageMembers', clubInvitationInput)
    .meta({
      summary: 'End an invitation; members who joined with it stay',
      errors: ['invitation_not_found', 'invitation_revoked'],
    })
    .output(done)
    .mutation(({ ctx, input }) => doneAfter(revokeInvitation(ctx, ctx.club, input.invitation_id))),

  check: publicProcedure('the token is the proof; nothing is spent')
    .meta({
      summary: 'Which club an invitation is to',
      errors: [...tokenErrors, 'invitation_accepted_before'],
    })
    .input(invitationTokenInput)
    .output(openInvitation)
    .mutation(async ({ ctx, input }) => {
      await ctx.rateLimits.limitRequests('invitation', ctx.clientAddress);
      const found = await readInvitation(ctx.db, input.token, ctx.viewer, ctx.clock.now());
      const isMailed = found.mailed_token_hash?.equals(hashToken(input.token)) ?? false;
      return {
        ...found,
        club: { id: found.club_id, name: found.club_name, sport_type: found.sport_type },
        email: isMailed ? found.email : null,
        for_guardian: found.guardian_of !== null,
      };
    }),

  accept: signedIn('the token is the proof, and the viewer joins')
    .meta({
      summary: 'Join a club with an invitation',
      errors: [...tokenErrors, 'invitation_accepted_before'],
    })
    .input(invitationTokenInput)
    .output(joinedClub)
    .mutation(async ({ ctx, input }) => {
      await ctx.rateLimits.limitRequests('invitation', ctx.clientAddress);
      return acceptInvitation(ctx, input.token);
    }),

  register: publicProcedure('the token is the proof, also where registration needs an invitation')
    .meta({
      summary: 'Create an account, join a club with an invitation, and sign in',
      errors: [
        ...tokenErrors,
        'registration_closed',
        'oidc_only',
        'username_taken',
        'email_taken',
        ...weakPasswordErrors,
      ],
    })
    .input(registerWithInvitationInput)
    .output(joinedSession)
    .mutation(async ({ ctx, input }) => {
      await ctx.rateLimits.limitRequests('invitation', ctx.clientAddress);
      return ctx.cookies.handOut(await registerWithInvitation(ctx, input));
    }),
});
