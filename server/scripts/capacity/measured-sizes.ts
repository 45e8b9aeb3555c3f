import type { TableSize } from '../bench/sizes/measure-tables.ts';
import { type SeasonRows, tablesOf } from '../bench/sizes/season.ts';

export type RowKind = keyof SeasonRows;
export interface SizesRun {
  embeddingLength: number;
  tables: Record<string, TableSize>;
}

/** pgvector keeps 4 bytes a number and 8 for the length. */
export const embeddingBytes = (length: number): number => 4 * length + 8;
/** Postgres moves values out of rows longer than 2 kB, of which a face's other columns take 300. */
const LONGEST_IN_ROW = 1_700;
/** Three such values stand on a page of 8 kB, in two pieces each; pointer and index of the pieces. */
const OUT_OF_LINE_BYTES = 8_192 / 3 + 18 + 45;

/** Of these each row has one embedding: a face its own, a person the mean of its faces. */
const embedded: readonly RowKind[] = ['faces', 'persons'];

/** Bytes of one embedding in the database; between 422 and 512 numbers, as no recogniser of ours has, an upper bound. */
export function storedEmbeddingBytes(length: number): number {
  const bytes = embeddingBytes(length);
  return bytes <= LONGEST_IN_ROW ? bytes : Math.max(1, bytes / embeddingBytes(512)) * OUT_OF_LINE_BYTES;
}

/** Of a number of an embedding as backups write it: sign, up to 9 digits and a comma, in the mean of normal ones. */
const EMBEDDING_TEXT_BYTES = 11.4;
export const embeddingTextBytes = (length: number): number => EMBEDDING_TEXT_BYTES * length;

type Bytes = (size: TableSize) => number;
export const inDatabase: Bytes = ({ tableBytes, indexBytes }) => tableBytes + indexBytes;
export const inBackup: Bytes = ({ backupBytes }) => backupBytes;

/**
 * Bytes that one more row of a kind takes in all of its tables: the difference of two measured runs, so that what
 * even an empty table has (its first pages) does not count.
 * @param runs of at least two sizes; of faces and persons without their embeddings
 */
export function bytesOfRow(runs: readonly SizesRun[], kind: RowKind, bytes: Bytes): number {
  const sized = [...runs].sort((a, b) => rowsOf(a, kind) - rowsOf(b, kind));
  const [small, large] = [sized[0], sized.at(-1)];
  if (!small || !large || rowsOf(small, kind) === rowsOf(large, kind))
    throw new Error(`Sizes of ${kind} were not measured at two sizes`);
  const more = sizeOf(large, kind, bytes) - sizeOf(small, kind, bytes);
  const ofRow = more / (rowsOf(large, kind) - rowsOf(small, kind));
  if (!embedded.includes(kind)) return ofRow;
  return ofRow - (bytes === inBackup ? embeddingTextBytes : storedEmbeddingBytes)(large.embeddingLength);
}

/** Bytes that the tables of a kind have besides those of their rows: their first pages. */
export function bytesBesidesRows(runs: readonly SizesRun[], kind: RowKind): number {
  const [run] = runs;
  if (!run) return 0;
  const embedding = embedded.includes(kind) ? storedEmbeddingBytes(run.embeddingLength) : 0;
  return sizeOf(run, kind, inDatabase) - rowsOf(run, kind) * (bytesOfRow(runs, kind, inDatabase) + embedding);
}

const rowsOf = ({ tables }: SizesRun, kind: RowKind) => tables[tablesOf[kind][0] ?? '']?.rows ?? 0;

const sizeOf = ({ tables }: SizesRun, kind: RowKind, bytes: Bytes) =>
  tablesOf[kind].reduce((sum, name) => sum + (tables[name] ? bytes(tables[name]) : 0), 0);
