import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type { ErasureReceipt } from '#server/contract/schemas/erasures.ts';
import { publishEnded } from '#server/features/accounts/notifications/notify.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { erasePerson } from './erase-person.ts';

type Dependencies = Needs<'db' | 'clock' | 'bus' | 'jobs' | 'mail' | 'tokens'> & { viewer: SignedIn };

/** Erases a person of the club for its administrators. @throws AppError club_person_not_found */
export async function erasePersonByAdmin(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'managePeople'>,
  { club_person_id, hide_photos }: { club_person_id: string; hide_photos: boolean },
): Promise<ErasureReceipt> {
  const personId = requireId(club_person_id, 'club_person_not_found');
  const erased = await ctx.db
    .transaction()
    .execute((trx) => erasePerson(ctx, trx, club, { personId, hidesPhotos: hide_photos, actor: ctx.viewer }));
  if (!erased) throw new AppError('club_person_not_found');
  publishEnded(ctx.bus, erased);
  return erased.receipt;
}
