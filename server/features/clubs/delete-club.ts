import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { recordClubAudit } from '#server/features/audit/record-audit.ts';
import { noteErasureOfPeople } from '#server/features/erasure/erasures.repository.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import type { LoadedClub } from './load-club.ts';

/** Deletes a club with its people, memberships and scoped roles. Its events and their galleries stay. */
export async function deleteClub(ctx: Needs<'db'> & { viewer: SignedIn }, club: LoadedClub): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await noteErasureOfPeople(trx, club.id);
    const result = await trx.deleteFrom('club').where('id', '=', club.id).executeTakeFirst();
    if (result.numDeletedRows === 0n) throw new AppError('club_not_found');
    await recordClubAudit(trx, ctx.viewer, 'club.delete', club);
  });
}
