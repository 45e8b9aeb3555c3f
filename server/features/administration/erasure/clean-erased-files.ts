import { sql } from 'kysely';
import type { Needs } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';

/** Tables from which rows are erased, or in which names are overwritten. */
const TABLES: Record<DB['erasure']['kind'], readonly string[]> = {
  reference: ['reference'],
  guard_reference: ['guard_reference', 'likely_refusal'],
  guard: ['guard_reference', 'likely_refusal'],
  find: ['reference', 'link_question', 'link_question_before'],
  person: [
    'reference',
    'guard_reference',
    'likely_refusal',
    'link_question',
    'link_question_before',
    'found_photos_seen',
    'club_person',
    'club_person_link',
    'declined_link',
    'club_person_departure',
    'guardianship',
    'consent',
    'removed_paper',
    'erasure_request',
    'guardian_claim',
    'guardian_claim_answer',
    'person',
    'deleted_photo',
    'people_decision',
    'invitation',
    'notification',
    'mail_outbox',
    'takedown',
    'share_link',
    'guest_photo',
    'resumable_upload',
    'audit_entry',
    'photo_words',
    'photo',
    'accepted_guest_photo',
    'delivered_file',
  ],
};

/**
 * Removes what was erased from the files of the database: a deleted row stays in its page until the table is written
 * anew, and in the log of writes (WAL) until its segment is deleted. On the embedded database nothing remains; a database
 * server gets a plain vacuum, because its log, its replicas and its backups are its operator's.
 * Does nothing unless something was erased since the last time.
 */
export async function cleanErasedFiles({ db, databaseKind }: Needs<'db' | 'databaseKind'>): Promise<void> {
  const erasures = await db
    .selectFrom('erasure')
    .select(['id', 'kind'])
    .where('files_cleaned_at', 'is', null)
    .execute();
  if (erasures.length === 0) return;
  const isEmbedded = databaseKind === 'embedded';
  for (const table of new Set(erasures.flatMap(({ kind }) => TABLES[kind])))
    await sql`vacuum ${isEmbedded ? sql`(full)` : sql``} ${sql.table(table)}`.execute(db);
  if (isEmbedded) {
    // A recycled segment of the log would keep its bytes. The setting holds for the one session there is.
    await sql`set wal_recycle = off`.execute(db);
    await sql`select pg_switch_wal()`.execute(db);
    await sql`checkpoint`.execute(db);
  }
  await db
    .updateTable('erasure')
    .set({ files_cleaned_at: sql`now()` })
    .where(
      'id',
      'in',
      erasures.map(({ id }) => id),
    )
    .execute();
}
