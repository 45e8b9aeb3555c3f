import { sql, type Transaction } from 'kysely';
import { AppError } from '#server/contract/app-error.ts';
import { purposes } from '#server/contract/consent.ts';
import { lifetimes } from '#server/contract/lifetimes.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import { notify, publishEnded } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { eraseReferences } from '#server/features/people/club-people/erase-face-search.ts';
import { publishNames } from '#server/features/people/consent/answer-consent.ts';
import { readCurrentConsent } from '#server/features/people/consent/current-consent.repository.ts';
import { tellOfChange } from '#server/features/people/consent/tell-of-change.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import type { GuardianDependencies } from './ask-guardian.ts';
import { endGuardianships } from './end-guardianships.ts';
import { guardianshipDecided, peopleOfClub } from './guardianship-notices.ts';
import { lockGuardianship } from './guardianship-rules.ts';

/** Until when the club can say that a guardian whom an invitation has confirmed is not one; null: not any more. */
export function notThemUntil(confirmedAt: Date | null, now: Date): string | null {
  const until = confirmedAt && new Date(confirmedAt.getTime() + lifetimes.invitedGuardianTakenBackMs);
  return until && until > now ? until.toISOString() : null;
}

/**
 * The club says that the account which an invitation has confirmed is not the guardian: it stops being one, and what it said and the
 * pictures it gave are deleted as if they had never been. It is told, and so are those who decide for the club.
 * @throws AppError guardianship_not_found, guardianship_settled
 */
export async function sayNotThem(
  ctx: GuardianDependencies,
  club: Authorized<LoadedClub, 'managePeople'>,
  { club_person_id, guardianship_id }: { club_person_id: string; guardianship_id: string },
): Promise<void> {
  const { personId, ended } = await ctx.db.transaction().execute(async (trx) => {
    const live = await lockGuardianship(trx, guardianship_id);
    const { club_person_id: personId, user_id } = live;
    if (live.club_id !== club.id || personId !== club_person_id.toLowerCase())
      throw new AppError('guardianship_not_found');
    if (!notThemUntil(live.invited_at, ctx.clock.now())) throw new AppError('guardianship_settled');
    await recordClubAudit(trx, ctx.viewer, 'guardian.notThem', club, { club_person_id: personId, user_id });
    const told = await forgetWhatTheySaid(ctx, trx, club, personId, user_id);
    const { users, galleries } = await endGuardianships(ctx, trx, [live.id]);
    told.push(
      ...(await settleNotifications(ctx, trx, ['erasure_asked', 'guardian_joined'], {
        href: peopleOfClub(club.id),
      })),
    );
    await notify(
      ctx,
      trx,
      [user_id],
      [guardianshipDecided('not_them', club, { id: personId, name: live.name })],
    );
    return { personId, ended: { users: [...users, ...told, user_id], galleries } };
  });
  publishEnded(ctx.bus, ended);
  await publishNames(ctx, personId);
}

/** @returns accounts whose notifications changed */
async function forgetWhatTheySaid(
  ctx: GuardianDependencies,
  trx: Transaction<DB>,
  club: LoadedClub,
  personId: string,
  userId: string,
): Promise<string[]> {
  const today = ctx.clock.today();
  const held = [];
  for (const purpose of purposes)
    held.push({ purpose, before: await readCurrentConsent(trx, personId, purpose, today) });
  await trx
    .deleteFrom('consent')
    .where('club_person_id', '=', personId)
    .where('said_by', '=', userId)
    .where('said_as', '=', 'guardian')
    .execute();
  for (const table of ['link_question', 'link_question_before'] as const)
    await trx
      .deleteFrom(table)
      .where('club_person_id', '=', personId)
      .where('answered_by', '=', userId)
      .execute();
  const isTheirs = sql<boolean>`given.club_person_id = ${personId}::uuid and given.created_by = ${userId}::uuid`;
  for (const purpose of ['find', 'guard'] as const) await eraseReferences(trx, purpose, isTheirs, today);
  await trx
    .deleteFrom('erasure_request')
    .where('club_person_id', '=', personId)
    .where('asked_by', '=', userId)
    .execute();
  const told: string[] = [];
  for (const { purpose, before } of held)
    told.push(
      ...(await tellOfChange(ctx, trx, club, { personId, purpose, before, by: ctx.viewer.id }, () => null)),
    );
  return told;
}
