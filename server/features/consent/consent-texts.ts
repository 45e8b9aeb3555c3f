import { type Kysely, sql, type Transaction } from 'kysely';
import { type Purpose, purposes } from '#server/contract/consent.ts';
import { type LanguageCode, languageCodes } from '#server/contract/languages.ts';
import type { ConsentTextInForce } from '#server/contract/schemas/consent-texts.ts';
import type { DB } from '#server/db/tables.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

/** What is agreed to, word for word. A consent is stored with the version that was read. */
export type ConsentText = { id: string | null; version: string; body: string };

/** Raised with every change of the texts in texts/. */
const RELEASE_VERSION = 'release 1';
const releaseTexts: Record<LanguageCode, Record<Purpose, string>> = { de, en };

/** The texts in force by club and purpose: the club's newest, or those that come with the release. */
export async function consentTextsOf(
  db: Kysely<DB> | Transaction<DB>,
  clubIds: readonly string[],
  language: LanguageCode,
): Promise<(clubId: string, purpose: Purpose) => ConsentText> {
  const { rows } = await sql<{
    id: string;
    club_id: string;
    purpose: Purpose;
    version: number;
    body: string;
  }>`
    select distinct on (club_id, purpose) id, club_id, purpose, version, body from consent_text
    where club_id = any(${[...clubIds]}::uuid[]) and language = ${language}
    order by club_id, purpose, version desc`.execute(db);
  return (clubId, purpose) => {
    const own = rows.find((row) => row.club_id === clubId && row.purpose === purpose);
    return own
      ? { id: own.id, version: String(own.version), body: own.body }
      : { id: null, version: RELEASE_VERSION, body: releaseTexts[language][purpose] };
  };
}

/** Every text in force of a club, beside the one of the release. */
export async function listConsentTexts(
  db: Kysely<DB> | Transaction<DB>,
  clubId: string,
): Promise<ConsentTextInForce[]> {
  const texts: ConsentTextInForce[] = [];
  for (const language of languageCodes) {
    const textOf = await consentTextsOf(db, [clubId], language);
    for (const purpose of purposes) {
      const { version, body } = textOf(clubId, purpose);
      texts.push({ purpose, language, version, body, release_body: releaseTexts[language][purpose] });
    }
  }
  return texts;
}
