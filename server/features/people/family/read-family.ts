import { type Kysely, sql } from 'kysely';
import { type CurrentConsent, type OwnAnswer, type Purpose, purposes } from '#server/contract/consent.ts';
import type { LanguageCode } from '#server/contract/languages.ts';
import { byName } from '#server/db/by-name.sql.ts';
import type { DB } from '#server/db/tables.ts';
import { consentTextsOf } from '#server/features/people/consent/consent-texts.ts';
import { listFamily } from '#server/features/people/family/family.repository.ts';
import { withQuestions } from '#server/features/people/guardians/claim-answers.ts';
import {
  listGuardianRequests,
  listOwnClaims,
} from '#server/features/people/guardians/guardians.repository.ts';
import { currentConsentOf } from '#server/visibility/current-consent.sql.ts';
import { ownAnswerOf } from '#server/visibility/own-answer.sql.ts';

/** Everything on the page of the viewer's family. */
export async function readFamily(db: Kysely<DB>, userId: string, today: string, language: LanguageCode) {
  const people = await listFamily(db, userId, today);
  const claims = await listOwnClaims(db, userId);
  const clubIds = new Set([...people, ...claims].map((row) => row.club_id));
  const textOf = await consentTextsOf(db, [...clubIds], language);
  const consents = await listConsents(
    db,
    people.map((row) => row.id),
    userId,
    today,
  );
  const isOfferedTo = (personId: string) => (purpose: Purpose) =>
    purpose !== 'guard' || consents(personId, 'outside').current === 'no';
  return {
    people: people.map((person) => ({
      ...person,
      erasure_asked_at: person.erasure_asked_at?.toISOString() ?? null,
      guardianship_id: person.relation === 'self' ? null : person.guardianship_id,
      consents: purposes.filter(isOfferedTo(person.id)).map((purpose) => {
        const { version, body } = textOf(person.club_id, purpose);
        return { purpose, ...consents(person.id, purpose), text: { version, body } };
      }),
    })),
    asked: await listGuardianRequests(db, userId),
    claims: withQuestions(claims, textOf),
    clubs: await listOwnClubs(db, userId),
  };
}

async function listConsents(db: Kysely<DB>, ids: readonly string[], userId: string, today: string) {
  const columns = purposes.flatMap((purpose) => [
    sql`${currentConsentOf(sql.ref('cp.id'), purpose, today)} as ${sql.ref(purpose)}`,
    sql`${ownAnswerOf(sql.ref('cp.id'), purpose, userId, today)} as ${sql.ref(`own_${purpose}`)}`,
  ]);
  const { rows } = await sql<Record<string, string | null> & { id: string }>`
    select cp.id, ${sql.join(columns)} from club_person cp where cp.id = any(${[...ids]}::uuid[])`.execute(
    db,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id: string, purpose: Purpose) => {
    const row = byId.get(id);
    return {
      current: (row?.[purpose] ?? 'unknown') as CurrentConsent,
      own: (row?.[`own_${purpose}`] ?? null) as OwnAnswer,
    };
  };
}

function listOwnClubs(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('club_membership')
    .innerJoin('club', 'club.id', 'club_membership.club_id')
    .select(['club.id', 'club.name'])
    .where('club_membership.user_id', '=', userId)
    .where('club_membership.status', '=', 'approved')
    .where('club.takes_claims', '=', true)
    .orderBy(byName('club.name'))
    .orderBy('club.id')
    .execute();
}
