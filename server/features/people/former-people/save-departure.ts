import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { fieldError } from '#server/contract/app-error.ts';
import { addDays } from '#server/contract/calendar-dates.ts';
import { lastDayFault } from '#server/contract/date-limits.ts';
import { fewestDaysKept } from '#server/contract/expiry-notices.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type { saveDepartureInput } from '#server/contract/schemas/former-people.ts';
import { requireAsSeen } from '#server/db/require-as-seen.ts';
import type { DB } from '#server/db/tables.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { lockClubPerson } from '#server/features/people/club-people/lock-club-person.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

type Dependencies = Needs<'db' | 'clock'> & { viewer: SignedIn };

/**
 * Writes that a person left the club, and how long the data is kept where that is not the club's time. Notices begin
 * anew. The activity log gets the id and never the name.
 * @throws AppError club_person_not_found, edit_conflict, field_invalid for a day in the future, or one that leaves no time for notices
 *   or is too far ahead
 */
export async function saveDeparture(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'managePeople'>,
  { club_person_id, left_on, kept_until, seen }: z.output<typeof saveDepartureInput>,
): Promise<void> {
  const today = ctx.clock.today();
  if (left_on > today) throw fieldError('left_on', 'The day cannot be in the future');
  await ctx.db.transaction().execute(async (trx) => {
    const { id: personId } = await lockClubPerson(trx, club.id, club_person_id);
    const before = await findDeparture(trx, personId);
    await requireAsSeen(
      seen,
      { left_on, kept_until },
      async () => before ?? { left_on: null, kept_until: null },
    );
    if (before?.left_on === left_on && before.kept_until === kept_until) return;
    if (kept_until !== null && kept_until < addDays(today, fewestDaysKept))
      throw fieldError('kept_until', `Must be at least ${fewestDaysKept} days ahead`);
    const fault = kept_until && kept_until !== before?.kept_until && lastDayFault(kept_until, today);
    if (fault) throw fieldError('kept_until', fault);
    const noted =
      before?.left_on === left_on ? {} : ({ left_on, noted_by: 'club', noted_on: today } as const);
    const changes = { ...noted, kept_until, expiry_notice: null, expiry_notice_on: null };
    await trx
      .insertInto('club_person_departure')
      .values({ left_on, noted_by: 'club', noted_on: today, ...changes, club_person_id: personId })
      .onConflict((conflict) => conflict.column('club_person_id').doUpdateSet(changes))
      .execute();
    await recordClubAudit(trx, ctx.viewer, 'club.saveDeparture', club, {
      club_person_id: personId,
      left_on,
      kept_until,
    });
  });
}

/** The person is of the club after all. @throws AppError club_person_not_found */
export async function removeDeparture(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'managePeople'>,
  id: string,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const { id: personId } = await lockClubPerson(trx, club.id, id);
    const { numDeletedRows } = await trx
      .deleteFrom('club_person_departure')
      .where('club_person_id', '=', personId)
      .executeTakeFirst();
    if (numDeletedRows > 0n)
      await recordClubAudit(trx, ctx.viewer, 'club.removeDeparture', club, { club_person_id: personId });
  });
}

const findDeparture = (trx: Transaction<DB>, personId: string) =>
  trx
    .selectFrom('club_person_departure')
    .select(['left_on', 'kept_until'])
    .where('club_person_id', '=', personId)
    .executeTakeFirst();
