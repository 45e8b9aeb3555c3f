import type { Needs } from '#server/app-context.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { deleteFamilyShareLinksOfClub } from './family-share-links.repository.ts';

type Dependencies = Needs<'db' | 'clock'> & { viewer: SignedIn };

/** Whether families of a club may share photos of their own by link. With a no the links that are there end for good. */
export async function allowFamilyShareLinks(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'managePeople'>,
  allowed: boolean,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('club')
      .set({ allows_family_links: allowed, updated_at: ctx.clock.now() })
      .where('id', '=', club.id)
      .execute();
    const links = allowed ? 0 : await deleteFamilyShareLinksOfClub(trx, club.id);
    const action = allowed ? 'familyLinks.allow' : 'familyLinks.disallow';
    await recordClubAudit(trx, ctx.viewer, action, club, { links });
  });
}

/** Ends the links that are there. Families may make new ones. */
export async function endFamilyShareLinksOfClub(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'managePeople'>,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const links = await deleteFamilyShareLinksOfClub(trx, club.id);
    if (links > 0) await recordClubAudit(trx, ctx.viewer, 'familyLinks.endAll', club, { links });
  });
}
