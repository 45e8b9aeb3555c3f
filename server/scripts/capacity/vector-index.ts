import type { Inputs } from './inputs.ts';
import { embeddingBytes } from './measured-sizes.ts';
import { rowsAfter } from './rows.ts';

/** Of pgvector's HNSW with its default of 16 neighbours: page, head of an element, list of its neighbours. */
const PAGE_BYTES = 8192 - 32;
const ELEMENT_BYTES = 72 + 8;
const NEIGHBOURS_BYTES = 4 + 16 * 2 * 6 + 12;
const HALFVEC_NUMBER_BYTES = 2;
const NUMBER_BYTES = 4;
const HOUR_MS = 3_600_000;

/** Bytes of an index over so many vectors: as many as fit whole into a page stand in it. */
export function vectorIndexBytes(vectors: number, length: number, type: 'vector' | 'halfvec'): number {
  const less = type === 'halfvec' ? length * (NUMBER_BYTES - HALFVEC_NUMBER_BYTES) : 0;
  const bytes = ELEMENT_BYTES + NEIGHBOURS_BYTES + embeddingBytes(length) - less;
  return (vectors / Math.max(1, Math.floor(PAGE_BYTES / bytes))) * 8192;
}

/** What an index over all faces would take. The product has none: it compares all faces that somebody may see. */
export interface VectorIndex {
  vectors: number;
  vectorBytes: number;
  halfvecBytes: number;
  /** By one process, as long as the index fits into maintenance_work_mem; beyond it pgvector takes many times as long. */
  buildHours: number;
}

export function vectorIndexFor(inputs: Inputs): VectorIndex {
  const vectors = rowsAfter(inputs).faces;
  const length = inputs.embeddingLength;
  const grown = Math.log(Math.max(2, vectors)) / Math.log(inputs.vectorIndexBuiltVectors);
  return {
    vectors,
    vectorBytes: vectorIndexBytes(vectors, length, 'vector'),
    halfvecBytes: vectorIndexBytes(vectors, length, 'halfvec'),
    buildHours: (vectors * inputs.vectorIndexBuildMs * grown) / HOUR_MS,
  };
}
