import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { Purpose } from '#server/contract/consent.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type { paperConsentOfClubInput } from '#server/contract/schemas/family.ts';
import type { DB } from '#server/db/tables.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { eraseFaceSearchUnlessAgreed } from '#server/features/people/club-people/erase-face-search.ts';
import { lockClubPerson } from '#server/features/people/club-people/lock-club-person.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { publishNames } from './answer-consent.ts';
import { readCurrentConsent } from './current-consent.repository.ts';
import { tellOfChange } from './tell-of-change.ts';

type Dependencies = Needs<'db' | 'clock' | 'bus' | 'jobs' | 'mail' | 'endings'> & { viewer: SignedIn };

/**
 * Removes an answer that was entered from paper by mistake: what others said, or an earlier paper, counts again as if it had never
 * been entered. It is kept apart, with who removed it, and the family is told where another answer holds now.
 * @throws AppError club_person_not_found, paper_consent_not_found
 */
export async function removePaperConsent(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'managePeople'>,
  { club_person_id, consent_id }: z.output<typeof paperConsentOfClubInput>,
): Promise<void> {
  const personId = requireId(club_person_id, 'club_person_not_found');
  const paperId = requireId(consent_id, 'paper_consent_not_found');
  const notified = await ctx.db.transaction().execute(async (trx) => {
    await lockClubPerson(trx, club.id, personId);
    const purpose = await findPurpose(trx, personId, paperId);
    if (!purpose) throw new AppError('paper_consent_not_found');
    const before = await readCurrentConsent(trx, personId, purpose, ctx.clock.today());
    await movePaper(trx, paperId, { by: ctx.viewer.id, at: ctx.clock.now() });
    await recordClubAudit(trx, ctx.viewer, 'consent.removePaper', club, {
      club_person_id: personId,
      purpose,
    });
    if (purpose !== 'name') await eraseFaceSearchUnlessAgreed(trx, [personId], ctx.clock.today());
    return tellOfChange(ctx, trx, club, { personId, purpose, before, by: ctx.viewer.id }, (after) =>
      after === before ? null : { club: club.name, context: 'paper_removed' },
    );
  });
  publishNotifications(ctx.bus, notified);
  await publishNames(ctx, personId);
}

async function findPurpose(trx: Transaction<DB>, personId: string, id: string): Promise<Purpose | undefined> {
  const row = await trx
    .selectFrom('consent')
    .select('purpose')
    .where('id', '=', id)
    .where('club_person_id', '=', personId)
    .where('said_as', '=', 'paper')
    .executeTakeFirst();
  return row?.purpose;
}

async function movePaper(trx: Transaction<DB>, id: string, removed: { by: string; at: Date }): Promise<void> {
  await sql`
    with gone as (delete from consent where id = ${id}::uuid returning *)
    insert into removed_paper (id, club_person_id, purpose, answer, said_by, said_at, consent_text_id, text_version,
      language, note, valid_until, removed_by, removed_at)
    select id, club_person_id, purpose, answer, said_by, said_at, consent_text_id, text_version,
      language, note, valid_until, ${removed.by}::uuid, ${removed.at}::timestamptz from gone`.execute(trx);
}
