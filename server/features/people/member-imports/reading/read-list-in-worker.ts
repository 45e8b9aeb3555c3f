import { Worker } from 'node:worker_threads';
import { AppError } from '#server/contract/app-error.ts';
import type { ListFormat } from '#server/contract/schemas/member-imports.ts';
import { type ReadList, readList } from './read-list.ts';
import type { ListAnswer, ListToRead } from './read-list-worker.ts';

/** Below it starting a thread takes longer than the reading would hold others up. */
const WORTH_A_THREAD_BYTES = 50_000;

/** Lists are read one after the other, so that many at once take one processor and the memory of one. */
let lastRead: Promise<unknown> = Promise.resolve();

/** `readList` without holding up the calling thread: two million bytes may take seconds. */
export async function readListInWorker(bytes: Uint8Array, format: ListFormat): Promise<ReadList> {
  if (bytes.length < WORTH_A_THREAD_BYTES) return readList(bytes, format);
  const reading = lastRead.then(() => startReading({ bytes, format }));
  lastRead = reading.catch(() => undefined);
  const answer = await reading;
  if ('refused' in answer) throw new AppError(answer.refused, { params: answer.params });
  return answer.list;
}

function startReading(list: ListToRead): Promise<ListAnswer> {
  const worker = new Worker(new URL('./read-list-worker.ts', import.meta.url), {
    workerData: list,
    execArgv: [],
    name: 'member list',
  });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The thread that reads lists ended with ${code}`)));
  });
}
