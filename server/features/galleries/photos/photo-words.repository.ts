import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { FileWords, Needs } from '#server/app-context.ts';
import type { Viewer } from '#server/contract/permissions.ts';
import type { DB } from '#server/db/tables.ts';
import { isCaptionShownTo } from '#server/visibility/caption-visibility.sql.ts';
import { withoutErasedNames } from './erased-names.ts';

/** What a file says of what is to be seen, in the place of what was read before. */
export async function savePhotoWords(
  ctx: Needs<'tokens'>,
  trx: Transaction<DB>,
  photo: { id: string; gallery_id: string },
  words: FileWords | null,
): Promise<void> {
  await trx.deleteFrom('photo_words').where('photo_id', '=', photo.id).execute();
  if (!words) return;
  const { applied_to, keywords, people, regions, ...texts } = await withoutErasedNames(
    ctx,
    trx,
    photo.gallery_id,
    words,
  );
  await trx
    .insertInto('photo_words')
    .values({
      photo_id: photo.id,
      gallery_id: photo.gallery_id,
      ...texts,
      keywords: JSON.stringify(keywords),
      people: JSON.stringify(people),
      regions: JSON.stringify(regions),
      applied_width: applied_to?.width ?? null,
      applied_height: applied_to?.height ?? null,
    })
    .execute();
}

/** Whether the file of `photo` says all these words, anywhere. @param patterns see search-patterns.ts */
export const saysWords = (patterns: readonly string[]): RawBuilder<boolean> => sql<boolean>`exists (
  select from photo_words said where said.photo_id = photo.id and lower(concat_ws(' ', said.headline, said.caption,
    (select string_agg(word, ' ') from jsonb_array_elements_text(said.keywords || said.people) word)))
    like all(${[...patterns]}::text[]))`;

/** For a reader inside the gallery; empty where there is none, or none that may be shown. */
export async function findCaptionFor(
  { db, clock }: Needs<'db' | 'clock'>,
  viewer: Viewer,
  photoId: string,
): Promise<string> {
  const { rows } = await sql<{ caption: string }>`
    select said.caption from photo_words said join gallery on gallery.id = said.gallery_id
    where said.photo_id = ${photoId}::uuid and ${isCaptionShownTo(viewer, clock.today(), clock.now())}`.execute(
    db,
  );
  return rows[0]?.caption ?? '';
}

/** For editors. Names that were erased since are empty, and left out. */
export async function findPhotoWords(db: Kysely<DB>, photoId: string): Promise<FileWords | undefined> {
  const { rows } = await sql<
    Omit<FileWords, 'applied_to'> & { applied_width: number | null; applied_height: number | null }
  >`select caption, headline, keywords, people, rating, label, regions, applied_width, applied_height from photo_words
    where photo_id = ${photoId}::uuid`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { applied_width: width, applied_height: height, ...words } = row;
  return {
    ...words,
    keywords: words.keywords.filter(Boolean),
    people: words.people.filter(Boolean),
    regions: words.regions.filter(({ name }) => name !== ''),
    applied_to: width && height ? { width, height } : null,
  };
}
