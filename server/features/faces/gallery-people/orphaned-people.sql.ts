import { sql } from 'kysely';

/** A person without faces and without human decisions is an orphan; for queries on `person`. */
export const isOrphanedPerson = sql<boolean>`(person.name = '' and not person.is_hidden and not person.representative_chosen
  and not exists (select 1 from club_person_link l where l.person_id = person.id)
  and not exists (select 1 from assignment a where a.person_id = person.id)
  and not exists (select 1 from rejection r where r.person_id = person.id)
  and not exists (select 1 from kept_apart k where k.first_id = person.id or k.second_id = person.id))`;

/** Orphans are deleted, unless a deleted photo that can be restored shows them. */
export const isOrphanToDelete = sql<boolean>`(${isOrphanedPerson}
  and not exists (select 1 from deleted_photo d where d.person_ids @> array[person.id]))`;
