/** Reads one list in a thread of its own, so that the server goes on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import { AppError, type ErrorParams } from '#server/contract/app-error.ts';
import type { ErrorCode } from '#server/contract/error-codes.ts';
import type { ListFormat } from '#server/contract/schemas/member-imports.ts';
import { type ReadList, readList } from './read-list.ts';

export type ListToRead = { bytes: Uint8Array; format: ListFormat };
export type ListAnswer = { list: ReadList } | { refused: ErrorCode; params: ErrorParams };

const { bytes, format } = workerData as ListToRead;
try {
  answer({ list: readList(bytes, format) });
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  answer({ refused: error.code, params: error.params });
}

function answer(message: ListAnswer): void {
  parentPort?.postMessage(message);
}
