import { type RawBuilder, sql } from 'kysely';
import type { OwnAnswer, Purpose } from '#server/contract/consent.ts';

/** The last valid answer that an account gave itself; null: none. What holds is computed from all: current-consent.sql.ts. */
export const ownAnswerOf = (
  clubPersonId: RawBuilder<unknown>,
  purpose: Purpose,
  userId: string,
  today: string,
): RawBuilder<OwnAnswer> => sql<OwnAnswer>`(
  select c.answer from consent c where c.club_person_id = ${clubPersonId} and c.purpose = ${purpose}
    and c.said_by = ${userId}::uuid and c.said_as <> 'paper'
    and (c.valid_until is null or c.valid_until >= ${today}::date)
  order by c.said_at desc, c.id desc limit 1)`;
