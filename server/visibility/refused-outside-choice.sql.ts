import { type RawBuilder, sql } from 'kysely';
import type { RefusedOutside } from '#server/contract/consent.ts';
import { isReplaced } from './current-consent.sql.ts';

/**
 * What people outside the club see of photos with this person after a no to `outside`. Who refused before the club chose to
 * blur was told that the photos stay inside. The photos are therefore left out until each of those who had said no about this
 * person (the person, or a guardian) has answered again.
 * @param clubPersonId a column; its table must have another alias than `refusal`, which the statement uses
 * @param club the alias of the person's club
 */
export const refusedOutsideChoice = (
  clubPersonId: RawBuilder<unknown>,
  club: string,
): RawBuilder<RefusedOutside> =>
  sql<RefusedOutside>`case
    when ${sql.ref(`${club}.refused_outside`)} = 'blur' and not exists (
      select 1 from consent refusal
      where refusal.club_person_id = ${clubPersonId} and refusal.purpose = 'outside' and refusal.answer <> 'yes'
        and refusal.said_at <= ${sql.ref(`${club}.refused_outside_since`)} and not ${isReplaced('refusal')})
    then 'blur' else 'leave_out' end`;
