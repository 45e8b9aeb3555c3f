import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { recordClubAudit } from '#server/features/audit/record-audit.ts';
import { erasePeopleOfClub } from '#server/features/erasure/erase-people-of-club.ts';
import { publishErased } from '#server/features/erasure/erase-person.ts';
import { notifyTakedownDeciders } from '#server/features/takedowns/notify-new-takedown.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import type { LoadedClub } from './load-club.ts';

type Dependencies = Needs<'db' | 'clock' | 'bus' | 'jobs' | 'mail'> & { viewer: SignedIn };

/**
 * Deletes a club with its people, memberships and scoped roles. Its events and their galleries stay; photos of people who may
 * not be shown outside the club are hidden until somebody decides.
 */
export async function deleteClub(ctx: Dependencies, club: LoadedClub): Promise<void> {
  const erased = await ctx.db.transaction().execute(async (trx) => {
    const { galleries, hiddenIn } = await erasePeopleOfClub(ctx, trx, club.id);
    const result = await trx.deleteFrom('club').where('id', '=', club.id).executeTakeFirst();
    if (result.numDeletedRows === 0n) throw new AppError('club_not_found');
    await recordClubAudit(trx, ctx.viewer, 'club.delete', club);
    const notified: string[] = [];
    for (const gallery of hiddenIn)
      notified.push(...(await notifyTakedownDeciders(ctx, trx, gallery, undefined)));
    return { notified, galleries };
  });
  publishErased(ctx.bus, erased);
}
