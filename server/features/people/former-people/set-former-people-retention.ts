import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type { keepLeftPeopleInput } from '#server/contract/schemas/former-people.ts';
import { requireAsSeen } from '#server/db/require-as-seen.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

/**
 * After how many months the club deletes what it knows of people who left; null: never. It counts from today at the
 * earliest, so that everybody is told in time.
 * @throws AppError edit_conflict
 */
export async function setFormerPeopleRetention(
  ctx: Needs<'db' | 'clock'> & { viewer: SignedIn },
  club: Authorized<LoadedClub, 'managePeople'>,
  { months, seen }: z.output<typeof keepLeftPeopleInput>,
): Promise<void> {
  const today = ctx.clock.today();
  await ctx.db.transaction().execute(async (trx) => {
    await requireAsSeen(seen, { months }, () =>
      trx
        .selectFrom('club')
        .select('left_kept_months as months')
        .where('id', '=', club.id)
        .forUpdate()
        .executeTakeFirst(),
    );
    const changed = await trx
      .updateTable('club')
      .set({
        left_kept_months: months,
        left_kept_since: months === null ? null : today,
        updated_at: ctx.clock.now(),
      })
      .where('id', '=', club.id)
      .where('left_kept_months', 'is distinct from', months)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return;
    await trx
      .updateTable('club_person_departure')
      .from('club_person')
      .set({ expiry_notice: null, expiry_notice_on: null })
      .whereRef('club_person.id', '=', 'club_person_departure.club_person_id')
      .where('club_person.club_id', '=', club.id)
      .execute();
    await recordClubAudit(trx, ctx.viewer, 'club.keepLeftPeople', club, { months });
  });
}
