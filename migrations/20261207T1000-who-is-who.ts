import { type Kysely, sql } from 'kysely';

/**
 * Who the persons of galleries are, of all that editors (club_person_link, declined_link) and families (link_question) said: a row for a
 * person and a person of a club, and for whom it holds. Where both said the same, both have a row; at most one holds for outside or refusals.
 * - `for_family`: the family's own answer comes first, also one that is still open.
 * - `for_outside`: an editor's link or *no* comes before what the family said.
 * - `for_refusal`: of two answers the one that shows less. What the family said counts against an editor's *no*, too, and a link to one of
 *   two namesakes, both listed when it was made, says that it may be the other, until an editor or the family says that it is not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create view who_is_who as
    select link.person_id, link.club_id, link.club_person_id,
      not exists (
        select from link_question said where said.person_id = link.person_id and said.club_person_id = link.club_person_id
          and said.answer <> 'yes') as for_family,
      true as for_outside, true as for_refusal
    from club_person_link link
    union all
    select said.person_id, meant.club_id, said.club_person_id,
      true,
      not exists (select from club_person_link link where link.person_id = said.person_id and link.club_id = meant.club_id)
        and not exists (
          select from declined_link declined
          where declined.person_id = said.person_id and declined.club_person_id = said.club_person_id),
      not exists (
        select from club_person_link link join club_person linked on linked.id = link.club_person_id
        where link.person_id = said.person_id and link.club_id = meant.club_id
          and (linked.id = meant.id or linked.name_key <> meant.name_key))
    from link_question said join club_person meant on meant.id = said.club_person_id
    where said.answer = 'yes'
    union all
    select link.person_id, link.club_id, namesake.id, false, false, true
    from club_person_link link join club_person linked on linked.id = link.club_person_id
      join club_person namesake on namesake.club_id = linked.club_id and namesake.name_key = linked.name_key
        and namesake.id <> linked.id and namesake.named_at <= link.created_at
    where not exists (
        select from declined_link declined
        where declined.person_id = link.person_id and declined.club_person_id = namesake.id)
      and not exists (
        select from link_question said where said.person_id = link.person_id and said.club_person_id = namesake.id
          and said.answer in ('yes', 'no'))`.execute(db);
}
