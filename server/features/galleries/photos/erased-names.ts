import { createHmac } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { FileWords } from '#server/app-context.ts';
import type { DB } from '#server/db/tables.ts';
import type { TokenSigner } from '#server/features/accounts/auth/token-signer.ts';
import { isClubOfGallery } from '#server/visibility/gallery-visibility.sql.ts';

/**
 * Names of people whom a club has erased, as keyed hashes: a file that says one is read without it, whenever it is read or sent again.
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
  await trx
    .insertInto('erased_name')
    .values({ club_id, name_mac: Buffer.from(macOf(ctx, words), 'hex'), words: words.length })
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
  const { rows } = await sql<{ words: number; name_mac: string }>`
    select words, encode(name_mac, 'hex') as name_mac from erased_name
    where ${isClubOfGallery(sql.ref('erased_name.club_id'), sql`${galleryId}::uuid`)}`.execute(trx);
  if (rows.length === 0) return words;
  const erased = new Map<number, Set<string>>();
  for (const { words: count, name_mac } of rows)
    erased.set(count, (erased.get(count) ?? new Set()).add(name_mac));
  const cut = (text: string) => withoutNames(ctx, erased, text);
  const cutAll = (texts: readonly string[]) => texts.map(cut).filter(Boolean);
  return {
    ...words,
    caption: cut(words.caption),
    headline: cut(words.headline),
    keywords: cutAll(words.keywords),
    people: cutAll(words.people),
    regions: words.regions.flatMap((region) => (cut(region.name) === region.name ? [region] : [])),
  };
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

const macOf = ({ tokens }: Keyed, words: readonly string[]): string =>
  createHmac('sha256', tokens.pictureKey)
    .update(`name ${words.join(' ')}`)
    .digest('hex');

/** In lower case, without the signs around them, with their places in the text. */
const wordsIn = (text: string) =>
  [...text.matchAll(/[\p{L}\p{N}](?:\S*[\p{L}\p{M}\p{N}])?/gu)].map(({ 0: word, index }) => ({
    text: word.normalize('NFC').toLowerCase(),
    start: index,
    end: index + word.length,
  }));
