import { type Kysely, sql } from 'kysely';

/** Stars and label that photographers give by XMP, for editors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table photo_words add column rating smallint check (rating between 1 and 5),
    add column label text not null default ''`.execute(db);
}
