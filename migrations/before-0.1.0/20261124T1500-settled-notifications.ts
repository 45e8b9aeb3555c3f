import { type Kysely, sql } from 'kysely';

/** When what a notification asks for was settled. The kinds are those of `askingKinds`, as they were then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notification add column settled_at timestamptz`.execute(db);
  await sql`
    create index notification_asking on notification (kind, href) where settled_at is null and kind in (
      'membership_requested', 'consent_requested', 'guardianship_requested', 'guardian_missing', 'erasure_asked',
      'takedown_asked', 'guest_photos_waiting', 'gallery_ending')`.execute(db);
}
