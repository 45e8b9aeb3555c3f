import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { noName } from '#server/contract/name-visibility.ts';
import type { decision } from '#server/contract/schemas/gallery-people.ts';
import type { DB } from '#server/db/tables.ts';
import { fullName } from '#server/features/accounts/users/users.repository.ts';
import type { NamesForSignedIn } from './names-for-signed-in.repository.ts';
import type { StoredBefore } from './record-decision.ts';
import { isUndoable } from './undo-decision.ts';

/** Decisions, newest first, and whether each can still be undone: no later one that stands touches the same people or faces. */
export async function listDecisions(
  db: Kysely<DB>,
  galleryId: string,
  page: { limit: number; offset: number },
  names: NamesForSignedIn,
) {
  const { total } = await db
    .selectFrom('people_decision')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('gallery_id', '=', galleryId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('people_decision')
    .leftJoin('app_user', 'app_user.id', 'people_decision.made_by')
    .leftJoin('person', 'person.id', 'people_decision.person_id')
    // From whom somebody is kept apart.
    .leftJoin('person as other', (join) =>
      join.on(sql<boolean>`people_decision.kind = 'kept_apart'
        and other.id = (people_decision.before -> 'touched' -> 'persons' ->> 1)::uuid`),
    )
    .select([
      'people_decision.id',
      'people_decision.kind',
      'people_decision.person_id',
      'people_decision.params',
      // Not the whole snapshot: it holds rows of every face that was moved.
      sql<StoredBefore['touched']>`people_decision.before -> 'touched'`.as('touched'),
      'people_decision.created_at',
      'people_decision.undone_at',
      'person.name as person_name',
      'person.number as person_number',
      'other.id as other_id',
      'other.name as other_name',
      'other.number as other_number',
      'app_user.username',
      'app_user.first_name',
      'app_user.last_name',
    ])
    .where('people_decision.gallery_id', '=', galleryId)
    .orderBy('people_decision.id', 'desc')
    .limit(page.limit + page.offset)
    .execute();
  const standing: StoredBefore['touched'][] = [];
  const list = rows.map(
    ({
      touched,
      username,
      first_name,
      last_name,
      other_id,
      other_name,
      ...row
    }): z.input<typeof decision> => {
      const can_undo = isUndoable({ undone_at: row.undone_at, touched }, standing);
      if (row.undone_at === null) standing.push(touched);
      return {
        ...row,
        kind: row.kind as z.output<typeof decision>['kind'],
        person_name:
          row.person_id === null ? noName : names.of({ id: row.person_id, name: row.person_name ?? '' }),
        other_name: other_id === null ? noName : names.of({ id: other_id, name: other_name ?? '' }),
        made_by_name:
          fullName({ first_name: first_name ?? '', last_name: last_name ?? '' }) || (username ?? ''),
        face_count: Number(row.params.face_count ?? 0),
        created_at: row.created_at.toISOString(),
        undone_at: row.undone_at?.toISOString() ?? null,
        can_undo,
      };
    },
  );
  return { decisions: list.slice(page.offset), total };
}
