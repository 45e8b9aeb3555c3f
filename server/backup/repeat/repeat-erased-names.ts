import { sql } from 'kysely';
import type { NewerRows } from './newer-rows.ts';

/**
 * Names of people who were erased since the restored backup, also of those who came later than it: what files of their clubs say is read
 * anew without them, and files that were called so keep the other name.
 */
export async function repeatErasedNames(newer: NewerRows): Promise<void> {
  const isNew = sql`not exists (select from erased_name known
    where known.club_id = n.club_id and known.name_mac = n.name_mac)`;
  const galleries = sql`(select gallery.id from stored_gallery gallery where exists (
    select from newer_erased_name n where ${isNew} and (
      exists (select from gallery_club own where own.gallery_id = gallery.id and own.club_id = n.club_id)
      or exists (select from event_club of_event
        where of_event.event_id = gallery.event_id and of_event.club_id = n.club_id))))`;
  await newer.run(sql`delete from photo_words where gallery_id in ${galleries}`);
  await newer.run(sql`update photo set metadata_revision = 0 where gallery_id in ${galleries}`);
  await newer.insert('erased_name', { required: { club_id: 'club' } });
  if (!newer.has('photo')) return;
  await newer.run(sql`update photo p set filename = n.filename from newer_photo n
    where n.id = p.id and n.filename <> p.filename and n.filename = neutral_file_name(n.id, n.filename)`);
  await newer.run(sql`update photo p set relative_path = null from newer_photo n
    where n.id = p.id and n.relative_path is null and p.relative_path is not null`);
}
