import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { neutralPath } from '#server/features/galleries/photos/erased-names.ts';

/** Tables with the name of a file, which then is called as its photo, and with the path that it came from. */
const fileNames = [
  { table: 'photo', name: 'filename', path: 'relative_path' },
  { table: 'guest_photo', name: 'filename' },
  { table: 'accepted_guest_photo', name: 'filename' },
  { table: 'resumable_upload', name: 'filename', path: 'relative_path' },
] as const;

/**
 * Gives files another name where all of somebody's name stands in it, in whatever order and spelling.
 * @param name in lower case
 * @param pictureKey undefined: unknown
 */
export async function eraseFileNames(
  trx: Transaction<DB>,
  name: string,
  pictureKey: Buffer | undefined,
): Promise<void> {
  const words = sql`name_words(${name})`;
  const saysName = (text: RawBuilder<unknown>) => sql<boolean>`(lower(${text}) like ${roughly(name)}
    and (${words} <@ caption_parts(${text}) or array_to_string(${words}, '') = any(caption_parts(${text}))
      or (select string_agg(word, '' order by nth desc) from unnest(${words}) with ordinality as listed (word, nth))
        = any(caption_parts(${text}))))`;
  for (const { table, name: column, ...row } of fileNames) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = neutral_file_name(id, ${sql.ref(column)})
      where ${saysName(sql.ref(column))}`.execute(trx);
    if ('path' in row)
      await sql`update ${sql.table(table)} set ${sql.ref(row.path)} = null
        where ${saysName(sql.ref(row.path))}`.execute(trx);
  }
  const { rows: paths } = await sql<{ id: string; name: string; neutral: string }>`
    select id, name, neutral_file_name(id, name) as neutral from delivered_file where ${saysName(sql.ref('name'))}`.execute(
    trx,
  );
  // As it is written down from then on: what comes by this path again is known as the same.
  for (const { id, name: path, neutral } of paths)
    await trx
      .updateTable('delivered_file')
      .set({ name: pictureKey ? neutralPath({ tokens: { pictureKey } }, path) : neutral })
      .where('id', '=', id)
      .execute();
  const kept = (field: string) => sql`snapshot #>> array['photo', '0', ${field}]`;
  const keep = (field: string, value: RawBuilder<unknown>) =>
    sql`update deleted_photo set snapshot = jsonb_set(snapshot, array['photo', '0', ${field}], ${value})
      where ${saysName(sql`(${kept(field)})`)}`.execute(trx);
  await keep('filename', sql`to_jsonb(neutral_file_name(id, ${kept('filename')}))`);
  await keep('relative_path', sql`'null'::jsonb`);
}

/** A pattern that all spellings of a name fit, to look at few rows closely: the letters that no spelling changes, in any word first. */
function roughly(name: string): string {
  const words = name.split(/\s+/).map((word) => word.match(/[b-df-hj-np-rtv-z]+/g) ?? []);
  const [longest = []] = words.sort((a, b) => b.join('').length - a.join('').length);
  return `%${longest.join('%')}%`;
}
