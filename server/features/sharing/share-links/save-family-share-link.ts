import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { AuditAction } from '#server/contract/audit-actions.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import { dayMs } from '#server/contract/lifetimes.ts';
import type { createFamilyShareLinkInput } from '#server/contract/schemas/family-share-links.ts';
import type { DB } from '#server/db/tables.ts';
import { readCurrentConsent } from '#server/features/people/consent/current-consent.repository.ts';
import type { FamilyPersonRow } from '#server/features/people/family/family.repository.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { newId, randomToken, requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { findSharer } from './family-share-links.repository.ts';
import { countPhotosOfFamilyShareLink } from './list-family-share-links.ts';

type Dependencies = Needs<'db' | 'clock' | 'passwords'> & { viewer: SignedIn };
type Person = Pick<FamilyPersonRow, 'id' | 'club_id' | 'club_name'>;

/**
 * A link by which somebody without an account sees the photos of one person, in all galleries that its creator may read
 * when it is opened. The activity log gets the id of the person and never the name.
 * @throws AppError family_links_not_allowed, family_link_refused, family_link_empty, family_links_enough
 */
export async function createFamilyShareLink(
  ctx: Dependencies,
  person: Person,
  input: z.output<typeof createFamilyShareLinkInput>,
): Promise<string> {
  const id = newId();
  const now = ctx.clock.now();
  const today = ctx.clock.today();
  const password_hash = input.password ? await ctx.passwords.hash(input.password) : null;
  const made = { club_person_id: person.id, created_by: ctx.viewer.id };
  await ctx.db.transaction().execute(async (trx) => {
    await trx.selectFrom('club_person').select('id').where('id', '=', person.id).forUpdate().execute();
    if (!(await findSharer(trx, made, today))) throw new AppError('family_links_not_allowed');
    if ((await readCurrentConsent(trx, person.id, 'outside', today)) === 'no')
      throw new AppError('family_link_refused');
    const of = { club_person_id: person.id, sharer: ctx.viewer };
    const { photo_count } = await countPhotosOfFamilyShareLink(trx, of, today);
    if (photo_count === 0) throw new AppError('family_link_empty');
    const inForce = await trx
      .selectFrom('share_link')
      .select('id')
      .where('club_person_id', '=', person.id)
      .where('expires_at', '>', now)
      .execute();
    if (inForce.length >= countLimits.familyShareLinksMax) throw new AppError('family_links_enough');
    await trx
      .insertInto('share_link')
      .values({
        ...made,
        id,
        gallery_id: null,
        token: randomToken(),
        scope: 'club_person',
        password_hash,
        expires_at: new Date(now.getTime() + input.days * dayMs),
        allow_download: input.allow_download,
        created_at: now,
      })
      .execute();
    await audit(trx, ctx, person, 'familyLink.create');
  });
  return id;
}

/** Ends a link to the photos of the person; anyone of the family may, not only its creator. @throws AppError link_not_found */
export async function deleteFamilyShareLink(
  ctx: Dependencies,
  person: Person,
  linkId: string,
): Promise<void> {
  const id = requireId(linkId, 'link_not_found');
  await ctx.db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('share_link')
      .where('id', '=', id)
      .where('club_person_id', '=', person.id)
      .returning('id')
      .executeTakeFirst();
    if (!deleted) throw new AppError('link_not_found');
    await audit(trx, ctx, person, 'familyLink.delete');
  });
}

const audit = (
  trx: Transaction<DB>,
  ctx: Dependencies,
  { id, club_id, club_name }: Person,
  action: AuditAction,
) => recordClubAudit(trx, ctx.viewer, action, { id: club_id, name: club_name }, { club_person_id: id });
