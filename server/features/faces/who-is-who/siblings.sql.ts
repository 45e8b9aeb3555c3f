import { type RawBuilder, sql } from 'kysely';

/** Whether two people of a club, given as aliases of `club_person`, are likely to look alike, as far as the club's list says so. */
export const areSiblings = (one: string, other: string) => sql<boolean>`(
  ${sql.ref(`${one}.id`)} <> ${sql.ref(`${other}.id`)} and ${sql.ref(`${one}.club_id`)} = ${sql.ref(`${other}.club_id`)}
  and (lower(${sql.ref(`${one}.last_name`)}) = lower(nullif(${sql.ref(`${other}.last_name`)}, '')) or exists (
    select from guardianship g join guardianship h on h.user_id = g.user_id and h.state = 'confirmed'
    where g.state = 'confirmed' and g.club_person_id = ${sql.ref(`${one}.id`)}
      and h.club_person_id = ${sql.ref(`${other}.id`)})))`;

/**
 * How many questions of a gallery that named both of two people have been answered: this one, the other, or neither. An answer
 * that is undone does not count.
 */
export function questionsAnswered(
  galleryId: string,
  one: RawBuilder<unknown>,
  other: RawBuilder<unknown>,
): RawBuilder<number> {
  const isLinkedTo = (person: RawBuilder<unknown>, clubPerson: RawBuilder<unknown>) =>
    sql`exists (select from club_person_link l where l.person_id = ${person} and l.club_person_id = ${clubPerson})`;
  const isDeclined = (clubPerson: RawBuilder<unknown>) =>
    sql`exists (select from declined_link x where x.person_id = p.id and x.club_person_id = ${clubPerson})`;
  const isKeptFrom = (clubPerson: RawBuilder<unknown>) =>
    sql`exists (select from kept_apart k join club_person_link l on l.person_id in (k.first_id, k.second_id)
      where p.id in (k.first_id, k.second_id) and l.person_id <> p.id and l.club_person_id = ${clubPerson})`;
  const beside = (person: RawBuilder<unknown>) =>
    sql`exists (select from club_person_link m where m.person_id::text = d.params->>'or_else' and m.club_person_id = ${person})`;
  return sql<number>`(
    (select count(*) from people_decision d where d.gallery_id = ${galleryId}::uuid and d.undone_at is null and (
      d.kind = 'linked' and (d.params->>'club_person_id', d.params->>'or_else')
        in ((${one}::text, ${other}::text), (${other}::text, ${one}::text))
      or d.kind = 'merged' and (${isLinkedTo(sql`d.person_id`, one)} and ${beside(other)}
        or ${isLinkedTo(sql`d.person_id`, other)} and ${beside(one)})))
    + (select count(*) from person p where p.gallery_id = ${galleryId}::uuid
      and (${isDeclined(one)} and ${isDeclined(other)} or ${isKeptFrom(one)} and ${isKeptFrom(other)}
        and not ${isLinkedTo(sql`p.id`, one)} and not ${isLinkedTo(sql`p.id`, other)})))::int`;
}
