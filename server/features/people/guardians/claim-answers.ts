import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { askedPurposes } from '#server/contract/consent.ts';
import type { answerClaimInput, Family } from '#server/contract/schemas/family.ts';
import type { DB } from '#server/db/tables.ts';
import { consentTextsOf } from '#server/features/people/consent/consent-texts.ts';
import { requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import type { listOwnClaims } from './guardians.repository.ts';

type Executor = Kysely<DB> | Transaction<DB>;

/**
 * Keeps an answer with the claim it belongs to. It has no effect until the club confirms the claim (decide-claim.ts), and goes
 * with the claim.
 * @throws AppError guardian_claim_not_found, consent_text_changed
 */
export async function answerClaim(
  ctx: Needs<'db' | 'clock'> & { viewer: SignedIn },
  { id, purpose, ...said }: z.output<typeof answerClaimInput>,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const claim = await trx
      .selectFrom('guardian_claim')
      .select(['id', 'club_id'])
      .where('id', '=', requireId(id, 'guardian_claim_not_found'))
      .where('user_id', '=', ctx.viewer.id)
      .forUpdate()
      .executeTakeFirst();
    if (!claim) throw new AppError('guardian_claim_not_found');
    const text = (await consentTextsOf(trx, [claim.club_id], said.language))(claim.club_id, purpose);
    if (said.text_version !== text.version) throw new AppError('consent_text_changed');
    const answer = { ...said, said_at: ctx.clock.now() };
    await trx
      .insertInto('guardian_claim_answer')
      .values({ claim_id: claim.id, purpose, ...answer })
      .onConflict((row) => row.columns(['claim_id', 'purpose']).doUpdateSet(answer))
      .execute();
  });
}

export function listAnswersOfClaims(db: Executor, claimIds: readonly string[]) {
  return db
    .selectFrom('guardian_claim_answer')
    .selectAll()
    .where(sql<boolean>`claim_id = any(${[...claimIds]}::uuid[])`)
    .execute();
}

type OwnClaims = Awaited<ReturnType<typeof listOwnClaims>>;

/** The claims of a member with the questions; an answer to a text that changed since is asked again. */
export const withQuestions = (
  claims: OwnClaims,
  textOf: Awaited<ReturnType<typeof consentTextsOf>>,
): Family['claims'] =>
  claims.map(({ answers, claimed_at, ...claim }) => ({
    ...claim,
    claimed_at: claimed_at.toISOString(),
    questions: askedPurposes.map((purpose) => {
      const { version, body } = textOf(claim.club_id, purpose);
      const said = answers[purpose];
      return {
        purpose,
        answer: said?.text_version === version ? said.answer : null,
        text: { version, body },
      };
    }),
  }));
