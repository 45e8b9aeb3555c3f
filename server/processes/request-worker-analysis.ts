import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnalyseRequest, Analysis } from '#ml/index.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { Needs } from '../app-context.ts';
import { newId } from '../ids.ts';
import {
  findAnalysisOutcome,
  insertAnalysisRequest,
  removeAnalysisRequest,
} from './analysis-requests.repository.ts';

/** How long somebody waits for a worker before the picture is refused. */
const ANSWER_WITHIN_MS = 20_000;
const LOOK_FOR_ANSWER_MS = 100;
/**
 * Has a worker process analyse a picture that somebody waits for, where this process has no face engine. The picture passes
 * through the database, whose row is removed with the answer; answer-analysis-requests.ts is the other side.
 * @throws AppError `dependency_away` where no worker answers in time
 */
export async function requestWorkerAnalysis(
  { db, bus }: Needs<'db' | 'bus'>,
  { path, original: _, ...request }: AnalyseRequest,
): Promise<Analysis> {
  const id = newId();
  await insertAnalysisRequest(db, id, await readFile(path), { ...request });
  try {
    bus.publish({ topic: 'analyses', kind: 'asked' });
    const giveUpAt = Date.now() + ANSWER_WITHIN_MS;
    for (;;) {
      const outcome = await findAnalysisOutcome(db, id);
      if (outcome?.answer) return readAnalysis(outcome.answer as unknown as Analysis);
      if (outcome || Date.now() > giveUpAt) throw new AppError('dependency_away');
      await delay(LOOK_FOR_ANSWER_MS);
    }
  } finally {
    await removeAnalysisRequest(db, id);
  }
}

/** JSON writes a Float32Array as an object. */
const readAnalysis = (analysis: Analysis): Analysis => ({
  ...analysis,
  faces: analysis.faces.map((face) => ({ ...face, embedding: Float32Array.from(face.embedding) })),
});
