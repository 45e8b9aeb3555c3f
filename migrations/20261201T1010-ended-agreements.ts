import { type Kysely, sql } from 'kysely';

/**
 * What somebody agreed to whose guardianship or membership had ended came into force again when they came back. Where their last
 * answer to a purpose is a yes, all their answers to it are valid until yesterday, as they are from now on when either ends.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update consent said set valid_until = current_date - 1
    where (said.valid_until is null or said.valid_until >= current_date)
      and case said.said_as
        when 'guardian' then not exists (select from guardianship g where g.user_id = said.said_by
          and g.club_person_id = said.club_person_id and g.state = 'confirmed')
        when 'self' then not exists (select from club_person cp join club_membership m on m.club_id = cp.club_id
          and m.user_id = said.said_by and m.status = 'approved' where cp.id = said.club_person_id)
        else false end
      and (select last.answer from consent last
        where last.club_person_id = said.club_person_id and last.purpose = said.purpose
          and last.said_as = said.said_as and last.said_by = said.said_by
          and (last.valid_until is null or last.valid_until >= current_date)
        order by last.said_at desc, last.id desc limit 1) = 'yes'`.execute(db);
}
