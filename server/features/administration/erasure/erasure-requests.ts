import type { Transaction } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import { notify, publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import { settleNotifications } from '#server/features/accounts/notifications/settle-notifications.ts';
import { listRequestDeciders } from '#server/features/clubs/clubs/list-request-deciders.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import type { FamilyPersonRow } from '#server/features/people/family/family.repository.ts';
import { peopleOfClub } from '#server/features/people/guardians/guardianship-notices.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

type Dependencies = Needs<'db' | 'clock' | 'bus' | 'jobs' | 'mail'> & { viewer: SignedIn };

/** Asks the club to erase somebody; asked again, it says anew whether the photos are to be hidden. */
export async function askErasure(
  ctx: Dependencies & Needs<'rateLimits'>,
  person: FamilyPersonRow,
  hidesPhotos: boolean,
): Promise<void> {
  await ctx.rateLimits.limitRequests('erasure-request', ctx.viewer.id);
  const notified = await ctx.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('erasure_request')
      .values({
        club_person_id: person.id,
        asked_by: ctx.viewer.id,
        asked_at: ctx.clock.now(),
        hides_photos: hidesPhotos,
      })
      .onConflict((conflict) => conflict.column('club_person_id').doUpdateSet({ hides_photos: hidesPhotos }))
      .execute();
    const deciders = await listRequestDeciders(trx, person.club_id);
    const params = { club: person.club_name, club_person_id: person.id };
    const href = peopleOfClub(person.club_id);
    await notify(ctx, trx, deciders, [{ kind: 'erasure_asked', params, href }]);
    return deciders;
  });
  publishNotifications(ctx.bus, notified);
}

/** The family no longer asks for it. */
export async function withdrawErasure(
  ctx: Needs<'db' | 'clock' | 'bus'>,
  person: FamilyPersonRow,
): Promise<void> {
  const settled = await ctx.db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('erasure_request')
      .where('club_person_id', '=', person.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new AppError('erasure_request_not_found');
    return settleRequests(ctx, trx, person.club_id);
  });
  publishNotifications(ctx.bus, settled);
}

const settleRequests = (ctx: Needs<'clock'>, trx: Transaction<DB>, clubId: string): Promise<string[]> =>
  settleNotifications(ctx, trx, ['erasure_asked'], { href: peopleOfClub(clubId) });

/** The club does not erase the person, and says so to the family. */
export async function declineErasure(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'managePeople'>,
  id: string,
): Promise<void> {
  const personId = requireId(id, 'erasure_request_not_found');
  const notified = await ctx.db.transaction().execute(async (trx) => {
    const request = await trx
      .deleteFrom('erasure_request')
      .using('club_person')
      .whereRef('club_person.id', '=', 'erasure_request.club_person_id')
      .where('club_person.club_id', '=', club.id)
      .where('erasure_request.club_person_id', '=', personId)
      .returning('erasure_request.asked_by')
      .executeTakeFirst();
    if (!request) throw new AppError('erasure_request_not_found');
    await recordClubAudit(trx, ctx.viewer, 'club.declineErasure', club, { club_person_id: personId });
    const askers = request.asked_by ? [request.asked_by] : [];
    await notify(ctx, trx, askers, [
      { kind: 'erasure_declined', params: { club: club.name }, href: '/family' },
    ]);
    return [...askers, ...(await settleRequests(ctx, trx, club.id))];
  });
  publishNotifications(ctx.bus, notified);
}
