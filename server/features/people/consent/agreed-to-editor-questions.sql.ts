import { type RawBuilder, sql } from 'kysely';
import { isReplaced } from '#server/visibility/current-consent.sql.ts';
import { releaseVersions } from './consent-texts.ts';

/**
 * Whether every yes to `find` that is in force was given to a text which says that editors of galleries may be asked who
 * somebody is. The text of this release says so; earlier ones did not, and a club's own text may not.
 * @param clubPersonId a column; its table must have another alias than `agreed`, which the statement uses
 */
export const agreedToEditorQuestions = (clubPersonId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`not exists (
    select 1 from consent agreed
    where agreed.club_person_id = ${clubPersonId} and agreed.purpose = 'find' and agreed.answer = 'yes'
      and (agreed.consent_text_id is not null or agreed.text_version <> ${releaseVersions.find})
      and not ${isReplaced('agreed')})`;
