import { type Kysely, sql, type Transaction } from 'kysely';
import { type Purpose, purposes, type RefusedOutside } from '#server/contract/consent.ts';
import { type LanguageCode, languageCodes } from '#server/contract/languages.ts';
import type { ConsentTextInForce } from '#server/contract/schemas/consent-texts.ts';
import type { DB } from '#server/db/tables.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

/** What is agreed to, word for word. A consent is stored with the version that was read. */
export type ConsentText = { id: string | null; version: string; body: string };

/** Raised with every change of a text in texts/. */
export const releaseVersions: Record<Purpose, string> = {
  find: 'release 2',
  name: 'release 1',
  outside: 'release 1',
  guard: 'release 1',
};
const releaseTexts = { de, en } satisfies Record<LanguageCode, Record<Purpose, string>>;

/** A no to `outside` means what the club chose; so does the text that is read before the answer. */
function releaseText(language: LanguageCode, purpose: Purpose, refused: RefusedOutside | undefined) {
  const version = releaseVersions[purpose];
  const isBlurred = purpose === 'outside' && refused === 'blur';
  return {
    version: isBlurred ? `${version} blurred` : version,
    body: releaseTexts[language][isBlurred ? 'outside_blurred' : purpose],
  };
}

/** The texts in force by club and purpose: the club's newest, or those that come with the release. */
export async function consentTextsOf(
  db: Kysely<DB> | Transaction<DB>,
  clubIds: readonly string[],
  language: LanguageCode,
): Promise<(clubId: string, purpose: Purpose) => ConsentText & { release_body: string }> {
  const { rows } = await sql<{
    club_id: string;
    refused_outside: RefusedOutside;
    id: string | null;
    purpose: Purpose | null;
    version: number;
    body: string;
  }>`
    select club.id as club_id, club.refused_outside, own.id, own.purpose, own.version, own.body
    from club left join (
      select distinct on (club_id, purpose) id, club_id, purpose, version, body from consent_text
      where club_id = any(${[...clubIds]}::uuid[]) and language = ${language}
      order by club_id, purpose, version desc) own on own.club_id = club.id
    where club.id = any(${[...clubIds]}::uuid[])`.execute(db);
  return (clubId, purpose) => {
    const own = rows.find((row) => row.club_id === clubId && row.purpose === purpose);
    const refused = rows.find((row) => row.club_id === clubId)?.refused_outside;
    const release = releaseText(language, purpose, refused);
    const inForce = own
      ? { id: own.id, version: String(own.version), body: own.body }
      : { id: null, ...release };
    return { ...inForce, release_body: release.body };
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
      const { id: _, ...text } = textOf(clubId, purpose);
      texts.push({ purpose, language, ...text });
    }
  }
  return texts;
}
