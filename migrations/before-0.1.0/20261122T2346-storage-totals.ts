import { type Kysely, sql } from 'kysely';

/**
 * Photos and the bytes of their originals by gallery and by the account that uploaded them. A trigger on photo keeps them
 * right in every transaction, whatever statement changes photos; nothing else writes them. Without foreign keys: what has
 * no photos has no row. Photos of deleted accounts are those of no account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Room beside the rows, so that changing one writes to its own page and no index.
  await sql`create table gallery_storage (
    gallery_id uuid primary key, photos integer not null, bytes bigint not null) with (fillfactor = 50)`.execute(
    db,
  );
  await sql`create table uploader_storage (
    user_id uuid primary key, photos integer not null, bytes bigint not null) with (fillfactor = 50)`.execute(
    db,
  );
  // First the trigger: until the migration ends it keeps other servers from changing photos.
  await createTrigger(db);
  await sql`insert into gallery_storage
    select gallery_id, count(*), sum(bytes) from photo group by gallery_id`.execute(db);
  await sql`insert into uploader_storage
    select uploaded_by, count(*), sum(bytes) from photo where uploaded_by is not null group by uploaded_by`.execute(
    db,
  );
}

async function createTrigger(db: Kysely<unknown>): Promise<void> {
  // Rows are locked in one order, galleries before accounts and each by id, so that no two statements wait for each other.
  const count = (table: string, key: string, of: string, change: string, sign: string) => `
    insert into ${table} select ${of}, ${sign}count(*), ${sign}sum(bytes) from ${change}
      where ${of} is not null group by ${of} order by ${of}
      on conflict (${key}) do update
        set photos = ${table}.photos + excluded.photos, bytes = ${table}.bytes + excluded.bytes;`;
  const byGallery = (change: string, sign: string) =>
    count('gallery_storage', 'gallery_id', 'gallery_id', change, sign);
  const byUploader = (change: string, sign: string) =>
    count('uploader_storage', 'user_id', 'uploaded_by', change, sign);
  await sql
    .raw(`create function keep_storage_totals() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        ${byGallery('added', '')}
        ${byUploader('added', '')}
      elsif tg_op = 'DELETE' then
        ${byGallery('removed', '-')}
        delete from gallery_storage where photos = 0 and gallery_id in (select gallery_id from removed);
        ${byUploader('removed', '-')}
        delete from uploader_storage where photos = 0 and user_id in (select uploaded_by from removed);
      elsif exists (select from removed join added using (id)
          where (removed.gallery_id, removed.uploaded_by, removed.bytes)
            is distinct from (added.gallery_id, added.uploaded_by, added.bytes)) then
        ${byGallery('added', '')}
        ${byGallery('removed', '-')}
        delete from gallery_storage where photos = 0 and gallery_id in (select gallery_id from removed);
        ${byUploader('added', '')}
        ${byUploader('removed', '-')}
        delete from uploader_storage where photos = 0 and user_id in (select uploaded_by from removed);
      end if;
      return null;
    end $$`)
    .execute(db);
  for (const [operation, tables] of [
    ['insert', 'new table as added'],
    ['update', 'old table as removed new table as added'],
    ['delete', 'old table as removed'],
  ])
    await sql
      .raw(`create trigger photo_storage_after_${operation} after ${operation} on photo
        referencing ${tables} for each statement execute function keep_storage_totals()`)
      .execute(db);
}
