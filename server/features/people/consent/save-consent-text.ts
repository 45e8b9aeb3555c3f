import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { languageCodes } from '#server/contract/languages.ts';
import type { Authorized } from '#server/contract/permissions.ts';
import type { saveConsentTextInput } from '#server/contract/schemas/consent-texts.ts';
import { requireAsSeen } from '#server/db/require-as-seen.ts';
import { lockClub } from '#server/features/clubs/clubs/clubs.repository.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { newId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { listConsentTexts } from './consent-texts.ts';

/**
 * Stores the club's own words for one purpose as a new version in every language. Answers keep the version that was read;
 * texts that change nothing are not stored.
 * @throws AppError club_not_found, edit_conflict
 */
export async function saveConsentText(
  ctx: Needs<'db' | 'clock'> & { viewer: SignedIn },
  club: Authorized<LoadedClub, 'managePeople'>,
  { purpose, bodies, seen }: z.output<typeof saveConsentTextInput>,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    // Makes writers wait for each other, so that each version is stored once.
    if (!(await lockClub(trx, club.id))) throw new AppError('club_not_found');
    const inForce = (await listConsentTexts(trx, club.id)).filter((text) => text.purpose === purpose);
    await requireAsSeen(seen, { bodies }, async () => ({
      bodies: Object.fromEntries(inForce.map(({ language, body }) => [language, body])),
    }));
    if (inForce.every((text) => bodies[text.language] === text.body)) return;
    const newest = await trx
      .selectFrom('consent_text')
      .select((eb) => eb.fn.max('version').as('version'))
      .where('club_id', '=', club.id)
      .where('purpose', '=', purpose)
      .executeTakeFirst();
    const version = (newest?.version ?? 0) + 1;
    await trx
      .insertInto('consent_text')
      .values(
        languageCodes.map((language) => ({
          id: newId(),
          club_id: club.id,
          purpose,
          language,
          version,
          body: bodies[language],
          created_by: ctx.viewer.id,
          created_at: ctx.clock.now(),
        })),
      )
      .execute();
    await recordClubAudit(trx, ctx.viewer, 'consent.text', club, { purpose, version });
  });
}
