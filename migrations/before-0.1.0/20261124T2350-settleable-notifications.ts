import { type Kysely, sql } from 'kysely';

/** Warnings are settled too, once what they warn of is over. The kinds are those of `settleableKinds`, as they were then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index notification_asking`.execute(db);
  await sql`
    create index notification_unsettled on notification (kind, href) where settled_at is null and kind in (
      'membership_requested', 'consent_requested', 'guardianship_requested', 'guardian_missing', 'erasure_asked',
      'takedown_asked', 'guest_photos_waiting', 'gallery_ending', 'jobs_failed', 'backup_failed', 'storage_filling',
      'link_expiring', 'left_people_ending', 'own_data_ending')`.execute(db);
}
