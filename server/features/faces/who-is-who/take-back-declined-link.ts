import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';

/**
 * Takes back the viewer's own "This is not Mia Berg": it is asked again.
 * @throws AppError edit_conflict where it does not stand any more
 */
export async function takeBackDeclinedLink(
  { db, viewer }: Needs<'db'> & { viewer: SignedIn },
  personId: string,
  clubPersonId: string,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('declined_link')
    .where('person_id', '=', personId)
    .where('club_person_id', '=', requireId(clubPersonId, 'club_person_not_found'))
    .where('declined_by', '=', viewer.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('edit_conflict');
}
