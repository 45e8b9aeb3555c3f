import { type Kysely, sql } from 'kysely';

/**
 * Which faces have changed, by the transaction that did it, so that a process that knows a gallery reads no others: docs/decisions/0090.
 * No references: what is gone is told, too. A row without gallery and face: earlier rows were removed, the last of them of that transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table face_change (
      gallery_id uuid,
      face_id uuid,
      changed_in xid8 not null default pg_current_xact_id()
    )`.execute(db);
  await sql`create index face_change_gallery on face_change (gallery_id, changed_in)`.execute(db);
  await sql`create index assignment_manual on assignment (person_id) where source = 'manual'`.execute(db);
  for (const [name, { table, event, rows, transition }] of Object.entries(told)) {
    await sql
      .raw(`create function ${name}() returns trigger language plpgsql as $$
        begin
          insert into face_change (gallery_id, face_id) ${rows};
          return null;
        end $$`)
      .execute(db);
    await sql
      .raw(
        `create trigger ${name} after ${event} on ${table} referencing ${transition} for each statement execute function ${name}()`,
      )
      .execute(db);
  }
}

const REMOVED = 'old table as removed';
const ADDED = 'new table as added';
/** What a grouping reads of a face. */
const columns = (row: string) =>
  [
    'gallery_id',
    'photo_id',
    'is_current',
    'recogniser',
    'grade',
    'score',
    'size_px',
    'created_at',
    'embedding',
  ]
    .map((column) => `${row}.${column}`)
    .join(', ');
// A subquery: the plan of a join may be kept from a statement about many faces. Where a face is deleted, its own row tells of it.
const ofFaces = (faces: string) => `select gallery_id, face_id from (
    select (select face.gallery_id from face where face.id = each.face_id) as gallery_id, each.face_id from (${faces}) each) placed
  where gallery_id is not null`;

const told = {
  tell_of_added_faces: {
    table: 'face',
    event: 'insert',
    rows: 'select gallery_id, id from added',
    transition: ADDED,
  },
  tell_of_changed_faces: {
    table: 'face',
    event: 'update',
    rows: `select unnest(array[removed.gallery_id, added.gallery_id]), id from removed join added using (id)
      where (${columns('removed')}) is distinct from (${columns('added')})`,
    transition: `${REMOVED} ${ADDED}`,
  },
  tell_of_removed_faces: {
    table: 'face',
    event: 'delete',
    rows: 'select gallery_id, id from removed',
    transition: REMOVED,
  },
  tell_of_added_assignments: {
    table: 'assignment',
    event: 'insert',
    rows: ofFaces('select face_id from added'),
    transition: ADDED,
  },
  tell_of_changed_assignments: {
    table: 'assignment',
    event: 'update',
    rows: ofFaces(`select face_id from removed full join added using (face_id)
      where (removed.person_id, removed.source) is distinct from (added.person_id, added.source)`),
    transition: `${REMOVED} ${ADDED}`,
  },
  tell_of_removed_assignments: {
    table: 'assignment',
    event: 'delete',
    rows: ofFaces('select face_id from removed'),
    transition: REMOVED,
  },
};
