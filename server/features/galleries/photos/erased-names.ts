import { createHmac } from 'node:crypto';
import { extname } from 'node:path';
import { type Expression, type Kysely, sql, type Transaction } from 'kysely';
import type { FileWords } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import type { TokenSigner } from '#server/features/accounts/auth/token-signer.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';

/**
 * Names of people whom a club has erased, as keyed hashes: a file that says one, or is called so, is read and named without it, whenever it is read or sent again.
 */
type Keyed = { tokens: Pick<TokenSigner, 'pictureKey'> };
type Erased = ReadonlyMap<number, ReadonlySet<string>>;

/** @param name the full name, in lower case */
export async function keepErasedName(
  ctx: Keyed,
  trx: Transaction<DB>,
  { club_id, name }: { club_id: string; name: string },
): Promise<void> {
  const words = wordsIn(name).map(({ text }) => text);
  if (words.length === 0) return;
  const { rows } = await sql<{ spelled: string[] }>`select name_words(${name}) as spelled`.execute(trx);
  const macs = [{ words: words.length, mac: macOf(ctx, words) }];
  for (const { spelled } of rows)
    for (const order of [spelled.toSorted(), [spelled.join('')], [spelled.toReversed().join('')]])
      macs.push({ words: order.length, mac: macOfFileName(ctx, order) });
  await trx
    .insertInto('erased_name')
    .values(macs.map((row) => ({ club_id, name_mac: Buffer.from(row.mac, 'hex'), words: row.words })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The words without names of people whom a club of the gallery has erased. */
export async function withoutErasedNames(
  ctx: Keyed,
  trx: Transaction<DB>,
  galleryId: string,
  words: FileWords,
): Promise<FileWords> {
  const erased = await listErased(trx, galleryId);
  if (erased.size === 0) return words;
  const cut = (text: string) => withoutNames(ctx, erased, text);
  const cutAll = (texts: readonly string[]) => texts.map(cut).filter(Boolean);
  return {
    ...words,
    caption: cut(words.caption),
    headline: cut(words.headline),
    label: cut(words.label),
    keywords: cutAll(words.keywords),
    people: cutAll(words.people),
    regions: words.regions.flatMap((region) => (cut(region.name) === region.name ? [region] : [])),
  };
}

async function listErased(trx: Kysely<DB> | Transaction<DB>, galleryId: string): Promise<Erased> {
  const { rows } = await sql<{ words: number; name_mac: string }>`
    select words, encode(name_mac, 'hex') as name_mac from erased_name
    where ${isClubOfGallery(sql.ref('erased_name.club_id'), sql`${galleryId}::uuid`)}`.execute(trx);
  const erased = new Map<number, Set<string>>();
  for (const { words: count, name_mac } of rows)
    erased.set(count, (erased.get(count) ?? new Set()).add(name_mac));
  return erased;
}

export type NamedFile = { id: string; filename: string; relative_path?: string | null };
export type FileNames = { filename: string; relative_path: string | null };

/** What a file may be called: another name, and no path, where they say the name of somebody whom a club of the gallery has erased. */
export async function fileNameWithoutErased(
  ctx: Keyed,
  trx: Transaction<DB>,
  galleryId: string,
  file: NamedFile,
): Promise<FileNames> {
  const names = await fileNamesWithoutErased(ctx, trx, galleryId, [file]);
  return names.get(file.id) ?? { filename: file.filename, relative_path: file.relative_path ?? null };
}

/** Those of a gallery that may not be called as they are, by id. */
export async function fileNamesWithoutErased(
  ctx: Keyed,
  trx: Transaction<DB>,
  galleryId: string,
  files: readonly NamedFile[],
): Promise<Map<string, FileNames>> {
  const erased = await listErased(trx, galleryId);
  if (erased.size === 0 || files.length === 0) return new Map();
  const { rows } = await sql<
    FileNames & { id: string; neutral: string; inName: string[][]; inPath: string[][] }
  >`
    select id, filename, relative_path, neutral_file_name(id, filename) as neutral,
      ${spellings(sql.ref('filename'))} as "inName", ${spellings(sql`coalesce(relative_path, '')`)} as "inPath"
    from json_to_recordset(${JSON.stringify(files)}::json) as file(id uuid, filename text, relative_path text)`.execute(
    trx,
  );
  const renamed = new Map<string, FileNames>();
  for (const { id, filename, relative_path, neutral, inName, inPath } of rows) {
    const [isNamed, isPathNamed] = [inName, inPath].map((texts) => saysErased(ctx, erased, texts));
    if (isNamed || isPathNamed)
      renamed.set(id, {
        filename: isNamed ? neutral : filename,
        relative_path: isPathNamed ? null : relative_path,
      });
  }
  return renamed;
}

/**
 * What is written down of a path by which a file comes: where it says the name of somebody erased another name, the same one each time,
 * because what came by a path is told by it.
 */
export async function pathWithoutErased(
  ctx: Keyed,
  db: Kysely<DB>,
  { galleryId, name }: { galleryId: string; name: string },
): Promise<string> {
  return (await pathsWithoutErased(ctx, db, galleryId, [name])).get(name) ?? name;
}

/** Of paths to a gallery those that are written down otherwise. */
export async function pathsWithoutErased(
  ctx: Keyed,
  db: Kysely<DB>,
  galleryId: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const erased = await listErased(db, galleryId);
  if (erased.size === 0 || names.length === 0) return new Map();
  const { rows } = await sql<{ name: string; words: string[][] }>`
    select name, ${spellings(sql.ref('name'))} as words from unnest(${names}::text[]) as file(name)`.execute(
    db,
  );
  return new Map(
    rows.flatMap(({ name, words }) =>
      saysErased(ctx, erased, words) ? [[name, neutralPath(ctx, name)] as const] : [],
    ),
  );
}

/** @param path the last part of it */
export const neutralPath = (ctx: Keyed, path: string): string =>
  `photo-${macIn('path', ctx, [path]).slice(0, 12)}${/\.[a-z\d]{1,5}$/.exec(extname(path).toLowerCase())?.[0] ?? ''}`;

/** The words of a name, also of "MiaBerg7". */
const spellings = (text: Expression<unknown>) =>
  sql`json_build_array(name_words(${text}), name_words(part_words(${text})))`;

const saysErased = (ctx: Keyed, erased: Erased, texts: readonly string[][]): boolean =>
  texts.some((words) => saysAny(ctx, erased, words));

function saysAny(ctx: Keyed, erased: Erased, words: readonly string[]): boolean {
  const withoutS = words.map((word) => word.replace(/(?<=.)s$/, ''));
  for (const [count, macs] of erased)
    for (const list of [words, withoutS])
      for (let at = 0; at + count <= list.length; at += 1)
        if (macs.has(macOfFileName(ctx, list.slice(at, at + count).toSorted()))) return true;
  return false;
}

function withoutNames(ctx: Keyed, erased: Erased, text: string): string {
  const words = wordsIn(text);
  for (const [count, macs] of erased)
    for (let at = 0; at + count <= words.length; at += 1) {
      const name = words.slice(at, at + count);
      if (
        !macs.has(
          macOf(
            ctx,
            name.map((word) => word.text),
          ),
        )
      )
        continue;
      const rest = text.slice(0, name[0]!.start) + text.slice(name.at(-1)!.end);
      return withoutNames(ctx, erased, rest.trim());
    }
  return text;
}

const macIn = (place: 'name' | 'file' | 'path', { tokens }: Keyed, words: readonly string[]): string =>
  createHmac('sha256', tokens.pictureKey)
    .update(`${place} ${words.join(' ')}`)
    .digest('hex');
const macOf = (ctx: Keyed, words: readonly string[]) => macIn('name', ctx, words);
/** @param words as `name_words` spells them, in alphabetical order, because names of files have any */
const macOfFileName = (ctx: Keyed, words: readonly string[]) => macIn('file', ctx, words);

/** In lower case, without the signs around them, with their places in the text. */
const wordsIn = (text: string) =>
  [...text.matchAll(/[\p{L}\p{N}](?:\S*[\p{L}\p{M}\p{N}])?/gu)].map(({ 0: word, index }) => ({
    text: word.normalize('NFC').toLowerCase(),
    start: index,
    end: index + word.length,
  }));
