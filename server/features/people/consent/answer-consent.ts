import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError, fieldError } from '#server/contract/app-error.ts';
import { type Purpose, purposes } from '#server/contract/consent.ts';
import { validUntilFault } from '#server/contract/date-limits.ts';
import type { LanguageCode } from '#server/contract/languages.ts';
import { type Authorized, targetRules } from '#server/contract/permissions.ts';
import type { answerConsentInput, paperConsentInput } from '#server/contract/schemas/family.ts';
import type { DB } from '#server/db/tables.ts';
import { publishNotifications } from '#server/features/accounts/notifications/notify.ts';
import type { LoadedClub } from '#server/features/clubs/clubs/load-club.ts';
import { eraseFaceSearchUnlessAgreed } from '#server/features/people/club-people/erase-face-search.ts';
import { lockClubPerson } from '#server/features/people/club-people/lock-club-person.ts';
import {
  type FamilyPersonRow,
  listGalleriesOf,
  loadFamilyPerson,
} from '#server/features/people/family/family.repository.ts';
import { recordClubAudit } from '#server/features/platform/audit/record-audit.ts';
import { newId, requireId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { consentTextsOf } from './consent-texts.ts';
import { readCurrentConsent } from './current-consent.repository.ts';
import { tellOfChange } from './tell-of-change.ts';

type Dependencies = Needs<'db' | 'clock' | 'bus' | 'jobs' | 'mail' | 'endings'> & { viewer: SignedIn };
type Answer = {
  purpose: Purpose;
  answer: 'yes' | 'no';
  language: LanguageCode;
  said_by: string;
  said_as: 'self' | 'guardian' | 'paper';
  said_at: Date;
  note?: string;
  valid_until?: string | null;
  /** The version that was read; on paper the one in force. */
  text_version?: string;
};

/** Stores what the person or a guardian says. A no after a yes of the same person is a withdrawal. */
export async function answerConsent(
  ctx: Dependencies,
  person: FamilyPersonRow,
  { id: _, ...answer }: z.output<typeof answerConsentInput>,
): Promise<void> {
  const notified = await ctx.db.transaction().execute(async (trx) => {
    await lockClubPerson(trx, person.club_id, person.id);
    // Again under the lock: the guardianship may have ended since the request began.
    const { facts } = await loadFamilyPerson(trx, ctx.viewer.id, person.id, ctx.clock.today());
    if (!targetRules.clubPerson.answerConsent(ctx.viewer, facts)) throw new AppError('club_person_not_found');
    const said_as = facts.isSelf ? 'self' : 'guardian';
    const said_at = await timeAfterAnswers(trx, person.id, ctx.clock.now());
    const said = { ...answer, said_by: ctx.viewer.id, said_as, said_at } as const;
    return saveAnswers(ctx, trx, { id: person.club_id, name: person.club_name }, person.id, [said]);
  });
  publishNotifications(ctx.bus, notified);
  await publishNames(ctx, person.id);
}

/**
 * Writes down what somebody has signed on one paper: all of its answers or none, in the order of the purposes, since a yes
 * to `guard` needs the no to `outside`.
 * @throws AppError field_invalid for a paper that has ended, guard_not_offered
 */
export async function savePaperConsent(
  ctx: Dependencies,
  club: Authorized<LoadedClub, 'managePeople'>,
  { id: _, club_person_id, answers, ...paper }: z.output<typeof paperConsentInput>,
): Promise<void> {
  const personId = requireId(club_person_id, 'club_person_not_found');
  const fault = paper.valid_until && validUntilFault(paper.valid_until, ctx.clock.today());
  if (fault) throw fieldError('valid_until', fault);
  const inOrder = answers.toSorted((a, b) => purposes.indexOf(a.purpose) - purposes.indexOf(b.purpose));
  const notified = await ctx.db.transaction().execute(async (trx) => {
    await lockClubPerson(trx, club.id, personId);
    for (const { purpose } of inOrder)
      await recordClubAudit(trx, ctx.viewer, 'consent.paper', club, { club_person_id: personId, purpose });
    const said_at = await timeAfterAnswers(trx, personId, ctx.clock.now());
    const source = { said_by: ctx.viewer.id, said_as: 'paper' as const, said_at };
    const said = inOrder.map((answer) => ({ ...paper, ...answer, ...source }));
    return saveAnswers(ctx, trx, club, personId, said);
  });
  publishNotifications(ctx.bus, notified);
  await publishNames(ctx, personId);
}

/**
 * Stores answers that were kept with a claim, with the time at which they were given. What was said about a text that is no
 * longer in force is not stored: it is asked again.
 * @returns accounts whose notifications changed
 */
export async function saveKeptAnswers(
  ctx: Dependencies,
  trx: Transaction<DB>,
  club: { id: string; name: string },
  personId: string,
  answers: readonly (Answer & { text_version: string })[],
): Promise<string[]> {
  const current: Answer[] = [];
  for (const answer of answers) {
    const text = (await consentTextsOf(trx, [club.id], answer.language))(club.id, answer.purpose);
    if (text.version === answer.text_version) current.push(answer);
  }
  return saveAnswers(ctx, trx, club, personId, current);
}

/** Open galleries with this person load their names anew. */
export async function publishNames(ctx: Needs<'db' | 'bus'>, personId: string): Promise<void> {
  for (const id of await listGalleriesOf(ctx.db, [personId]))
    ctx.bus.publish({ topic: `gallery:${id}`, kind: 'people' });
}

/**
 * Of two answers the later one holds, also where the clock was set back between them, or is that of another server: now, or right
 * after the last answer of a person, who is locked.
 */
async function timeAfterAnswers(trx: Transaction<DB>, personId: string, now: Date): Promise<Date> {
  const last = await trx
    .selectFrom('consent')
    .select('said_at')
    .where('club_person_id', '=', personId)
    .orderBy('said_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last && last.said_at >= now ? new Date(last.said_at.getTime() + 1) : now;
}

/**
 * What was found with an answer that no longer holds is erased after the last one: another may allow to keep it. The rest of the family
 * is told once of all of them.
 */
async function saveAnswers(
  ctx: Dependencies,
  trx: Transaction<DB>,
  club: { id: string; name: string },
  personId: string,
  answers: readonly Answer[],
): Promise<string[]> {
  const notified: string[] = [];
  const family = { isTold: false };
  for (const answer of answers)
    notified.push(...(await saveAnswer(ctx, trx, club, { personId, family }, answer)));
  if (answers.some(({ purpose }) => purpose !== 'name'))
    await eraseFaceSearchUnlessAgreed(trx, [personId], ctx.clock.today());
  return notified;
}

async function saveAnswer(
  ctx: Dependencies,
  trx: Transaction<DB>,
  club: { id: string; name: string },
  { personId, family }: { personId: string; family: { isTold: boolean } },
  { text_version, ...said }: Answer,
): Promise<string[]> {
  const { purpose, said_as, said_by, language } = said;
  const text = (await consentTextsOf(trx, [club.id], language))(club.id, purpose);
  if (text_version !== undefined && text_version !== text.version) throw new AppError('consent_text_changed');
  if (purpose === 'guard' && said.answer === 'yes') await requireRefusedOutside(ctx, trx, personId);
  const before = await readCurrentConsent(trx, personId, purpose, ctx.clock.today());
  const last = await lastAnswer(trx, personId, purpose, said_as, said_by);
  await trx
    .insertInto('consent')
    .values({
      ...said,
      id: newId(),
      club_person_id: personId,
      answer: said.answer === 'no' && last === 'yes' ? 'withdrawn' : said.answer,
      consent_text_id: text.id,
      text_version: text.version,
    })
    .execute();
  const isPaper = said_as === 'paper';
  return tellOfChange(ctx, trx, club, { personId, purpose, before, by: said_by }, (after) => {
    if (family.isTold || after !== 'no' || before === 'no' || (before === 'unknown' && !isPaper)) return null;
    family.isTold = true;
    return { club: club.name, ...(isPaper && { context: 'paper' }) };
  });
}

/** @throws AppError guard_not_offered: photos that may leave the club are not looked through */
async function requireRefusedOutside(ctx: Dependencies, trx: Transaction<DB>, personId: string) {
  const outside = await readCurrentConsent(trx, personId, 'outside', ctx.clock.today());
  if (outside !== 'no') throw new AppError('guard_not_offered');
}

/** Paper is one source of answers, whichever administrator wrote them down. */
async function lastAnswer(
  trx: Transaction<DB>,
  personId: string,
  purpose: Purpose,
  said_as: Answer['said_as'],
  userId: string,
) {
  let query = trx
    .selectFrom('consent')
    .select('answer')
    .where('club_person_id', '=', personId)
    .where('purpose', '=', purpose)
    .where('said_as', '=', said_as);
  if (said_as !== 'paper') query = query.where('said_by', '=', userId);
  const row = await query.orderBy('said_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.answer;
}
