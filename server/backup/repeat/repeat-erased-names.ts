import { sql } from 'kysely';
import {
  fileNamesWithoutErased,
  type NamedFile,
  pathsWithoutErased,
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
  for (const gallery of galleries) {
    const ofThis = sql`gallery_id = ${gallery}::uuid`;
    const { rows: paths } = await sql<{ id: string; name: string }>`
      select id, name from delivered_file where ${ofThis}`.execute(trx);
    const names = await pathsWithoutErased(
      ctx,
      trx,
      gallery,
      paths.map(({ name }) => name),
    );
    for (const { id, name } of paths.filter((path) => names.has(path.name)))
      await newer.run(sql`update delivered_file set name = ${names.get(name)} where id = ${id}::uuid`);
    const { rows: photos } = await sql<NamedFile>`
      select id, filename, relative_path from photo r where ${ofThis} and ${isBack}`.execute(trx);
    for (const [id, { filename, relative_path }] of await fileNamesWithoutErased(ctx, trx, gallery, photos))
      await newer.run(sql`update photo set filename = ${filename}, relative_path = ${relative_path}
        where id = ${id}::uuid`);
  }
}
