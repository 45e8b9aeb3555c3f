import { sql } from 'kysely';
import {
  fileNameWithoutErased,
  type NamedFile,
  pathWithoutErased,
} from '#server/features/galleries/photos/erased-names.ts';
import type { NewerRows } from './newer-rows.ts';

/**
 * Names of people who were erased since the restored backup, also of those who came later than it: what files of their clubs say is read
 * anew without them, and files that were called so get another name.
 * @param pictureKey of the server that wrote the backups, where it is known
 */
export async function repeatErasedNames(newer: NewerRows, pictureKey: Buffer | undefined): Promise<void> {
  const isNew = sql`not exists (select from erased_name known
    where known.club_id = n.club_id and known.name_mac = n.name_mac)`;
  const { rows } = await sql<{ id: string }>`select gallery.id from stored_gallery gallery where exists (
    select from newer_erased_name n where ${isNew} and (
      exists (select from gallery_club own where own.gallery_id = gallery.id and own.club_id = n.club_id)
      or exists (select from event_club of_event
        where of_event.event_id = gallery.event_id and of_event.club_id = n.club_id)))`.execute(newer.trx);
  const galleries = rows.map(({ id }) => id);
  await newer.insert('erased_name', { required: { club_id: 'club' } });
  await newer.run(sql`delete from photo_words where gallery_id = any(${galleries}::uuid[])`);
  await newer.run(sql`update photo set metadata_revision = 0 where gallery_id = any(${galleries}::uuid[])`);
  if (newer.has('photo')) {
    await newer.run(sql`update photo p set filename = n.filename from newer_photo n
      where n.id = p.id and n.filename <> p.filename and n.filename = neutral_file_name(n.id, n.filename)`);
    await newer.run(sql`update photo p set relative_path = null from newer_photo n
      where n.id = p.id and n.relative_path is null and p.relative_path is not null`);
  }
  await renameFiles(newer, galleries, pictureKey);
}

/**
 * Where the newest backup says no other name: paths of the hot folder, whose rows it may not have, and photos that were deleted since.
 * Without the key nobody can say which of them are meant, and all get one.
 */
async function renameFiles(
  newer: NewerRows,
  galleries: readonly string[],
  pictureKey: Buffer | undefined,
): Promise<void> {
  const { trx } = newer;
  const ofThese = sql`gallery_id = any(${galleries}::uuid[])`;
  const isBack = newer.has('photo') ? newer.isGone('photo', ['id']) : sql`true`;
  if (!pictureKey) {
    await newer.run(sql`update delivered_file set name = neutral_file_name(id, name) where ${ofThese}`);
    await newer.run(sql`update photo r set filename = neutral_file_name(id, filename), relative_path = null
      where ${ofThese} and ${isBack}`);
    return;
  }
  const ctx = { tokens: { pictureKey } };
  const { rows: paths } = await sql<{ id: string; galleryId: string; name: string }>`
    select id, gallery_id as "galleryId", name from delivered_file where ${ofThese}`.execute(trx);
  for (const path of paths) {
    const name = await pathWithoutErased(ctx, trx, path);
    if (name !== path.name)
      await newer.run(sql`update delivered_file set name = ${name} where id = ${path.id}::uuid`);
  }
  const { rows: photos } = await sql<NamedFile>`
    select id, gallery_id, filename, relative_path from photo r where ${ofThese} and ${isBack}`.execute(trx);
  for (const photo of photos) {
    const { filename, relative_path } = await fileNameWithoutErased(ctx, trx, photo);
    if (filename !== photo.filename || relative_path !== photo.relative_path)
      await newer.run(sql`update photo set filename = ${filename}, relative_path = ${relative_path}
        where id = ${photo.id}::uuid`);
  }
}
