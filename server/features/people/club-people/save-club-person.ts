import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError, fieldError } from '#server/contract/app-error.ts';
import { birthFault } from '#server/contract/date-limits.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type { createClubPersonInput, updateClubPersonInput } from '#server/contract/schemas/club-people.ts';
import { definedFields } from '#server/db/defined-fields.ts';
import { requireAsSeen } from '#server/db/require-as-seen.ts';
import type { DB } from '#server/db/tables.ts';
import { translatingConflicts } from '#server/db/translate-conflicts.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { findMembershipStatus } from '#server/features/clubs/clubs/members.repository.ts';
import {
  lockGuardianships,
  requireAccountFits,
} from '#server/features/people/guardians/guardianship-rules.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { newId, requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { eraseFaceSearchUnlessAgreed } from './erase-face-search.ts';
import { lockClubPerson } from './lock-club-person.ts';

type Dependencies = Needs<'db' | 'clock'> & { viewer: SignedIn };
const conflicts = { club_person_club_id_user_id_key: 'club_person_account_taken' } as const;

/**
 * Adds somebody to the people of a club. The activity log gets the id and never the name.
 * @throws AppError field_invalid for a date of birth that cannot be
 */
export async function createClubPerson(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'managePeople'>,
  input: z.output<typeof createClubPersonInput>,
): Promise<string> {
  const { first_name, last_name, born_on = null } = input;
  requireBirth(born_on, ctx.clock.today());
  return ctx.db.transaction().execute(async (trx) => {
    const user_id = await requireMember(trx, club.id, input.user_id ?? null);
    return insertClubPerson(ctx, trx, club, { first_name, last_name, born_on, user_id });
  });
}

/** @returns the id of the person, who stands in the activity log by it */
export async function insertClubPerson(
  { viewer }: { viewer: SignedIn },
  trx: Transaction<DB>,
  club: LoadedClub,
  person: { first_name: string; last_name: string; born_on: string | null; user_id: string | null },
): Promise<string> {
  const id = newId();
  await translatingConflicts(conflicts, () =>
    trx
      .insertInto('club_person')
      .values({ id, club_id: club.id, ...person, created_by: viewer.id })
      .execute(),
  );
  await recordClubAudit(trx, viewer, 'club.addPerson', club, { club_person_id: id });
  return id;
}

/** Writes the sent fields. @throws AppError club_person_not_found, edit_conflict, field_invalid for a person without a name, or a new date of birth that cannot be */
export async function updateClubPerson(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'managePeople'>,
  { id: _, club_person_id, user_id, seen, ...fields }: z.output<typeof updateClubPersonInput>,
): Promise<void> {
  const personId = requireId(club_person_id, 'club_person_not_found');
  await ctx.db.transaction().execute(async (trx) => {
    if (user_id !== undefined) await lockGuardianships(trx);
    const person = await lockClubPerson(trx, club.id, personId);
    await requireAsSeen(seen, { ...fields, user_id }, async () => person);
    const named = { ...person, ...definedFields(fields) };
    if (named.first_name === '' && named.last_name === '')
      throw new AppError('field_invalid', {
        fields: [{ field: 'first_name', msg: 'A first or last name is required' }],
      });
    if (fields.born_on !== person.born_on) requireBirth(fields.born_on ?? null, ctx.clock.today());
    const account = user_id === undefined ? undefined : await requireMember(trx, club.id, user_id);
    if (account) await requireAccountFits(trx, personId, account);
    await translatingConflicts(conflicts, () =>
      trx
        .updateTable('club_person')
        .set({ ...definedFields({ ...fields, user_id: account }), updated_at: ctx.clock.now() })
        .where('id', '=', personId)
        .execute(),
    );
    // Another account or date of birth changes whose answers count.
    await eraseFaceSearchUnlessAgreed(trx, [personId], ctx.clock.today());
    await recordClubAudit(trx, ctx.viewer, 'club.updatePerson', club, { club_person_id: personId });
  });
}

function requireBirth(date: string | null, today: string): void {
  const fault = date && birthFault(date, today);
  if (fault) throw fieldError('born_on', fault);
}

/** Only accounts of the club's members can be linked to its people. */
async function requireMember(trx: Transaction<DB>, clubId: string, userId: string | null) {
  if (userId === null) return null;
  const id = requireId(userId, 'club_member_not_found');
  if ((await findMembershipStatus(trx, clubId, id)) !== 'approved')
    throw new AppError('club_member_not_found');
  return id;
}
