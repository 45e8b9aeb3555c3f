import {
  clubPeople,
  clubPeopleListInput,
  clubPerson,
  createClubPersonInput,
  updateClubPersonInput,
} from '#server/contract/schemas/club-people.ts';
import { guardClub } from '#server/features/clubs/clubs/guard-club.ts';
import { router } from '#server/trpc/trpc.ts';
import { listClubPeople } from './club-people.repository.ts';
import { loadClubPerson } from './load-club-person.ts';
import { createClubPerson, updateClubPerson } from './save-club-person.ts';

export const clubPeopleRouter = router({
  list: guardClub('managePeople', clubPeopleListInput)
    .meta({ summary: 'The people of a club, with or without an account' })
    .output(clubPeople)
    .query(({ ctx, input }) => listClubPeople(ctx.db, ctx.club.id, input, ctx.clock.today())),

  create: guardClub('managePeople', createClubPersonInput)
    .meta({
      summary: 'Add somebody to the people of a club',
      errors: ['club_member_not_found', 'club_person_account_taken'],
    })
    .output(clubPerson)
    .mutation(async ({ ctx, input }) =>
      loadClubPerson(ctx.db, ctx.club.id, await createClubPerson(ctx, ctx.club, input), ctx.clock.today()),
    ),

  update: guardClub('managePeople', updateClubPersonInput)
    .meta({
      summary: 'Change what the club knows of a person; fields that are missing stay',
      errors: [
        'club_person_not_found',
        'club_member_not_found',
        'club_person_account_taken',
        'guardianship_of_oneself',
        'guardianship_circle',
      ],
    })
    .output(clubPerson)
    .mutation(async ({ ctx, input }) => {
      await updateClubPerson(ctx, ctx.club, input);
      return loadClubPerson(ctx.db, ctx.club.id, input.club_person_id, ctx.clock.today());
    }),
});
