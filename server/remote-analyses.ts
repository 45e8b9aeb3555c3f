import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnalyseRequest, Analysis, FaceEngine } from '#ml/index.ts';
import type { Needs } from './app-context.ts';
import { AppError } from './contract/errors.ts';
import {
  findOutcome,
  insertAskedAnalysis,
  removeAskedAnalysis,
  saveOutcome,
  takeAskedAnalysis,
} from './features/processes/remote-analyses.repository.ts';
import { newId } from './ids.ts';
import type { PhotoStore } from './storage/photo-store.ts';

/** How long somebody waits for a worker before the picture is refused. */
const ANSWER_WITHIN_MS = 20_000;
const LOOK_FOR_ANSWER_MS = 100;
/** Where the message that a picture waits was lost. */
const LOOK_FOR_PICTURES_MS = 2_000;

type Request = Omit<AnalyseRequest, 'path' | 'original'>;

/**
 * Has a worker analyse a picture that somebody waits for. The picture passes through the database, whose row is removed
 * with the answer. @throws AppError `dependency_away` where no worker answers in time
 */
export async function askWorker(
  { db, bus }: Needs<'db' | 'bus'>,
  { path, original: _, ...request }: AnalyseRequest,
): Promise<Analysis> {
  const id = newId();
  await insertAskedAnalysis(db, id, await readFile(path), { ...request });
  try {
    bus.publish({ topic: 'analyses', kind: 'asked' });
    const giveUpAt = Date.now() + ANSWER_WITHIN_MS;
    for (;;) {
      const outcome = await findOutcome(db, id);
      if (outcome?.answer) return readAnalysis(outcome.answer as unknown as Analysis);
      if (outcome || Date.now() > giveUpAt) throw new AppError('dependency_away');
      await delay(LOOK_FOR_ANSWER_MS);
    }
  } finally {
    await removeAskedAnalysis(db, id);
  }
}

/** JSON writes a Float32Array as an object. */
const readAnalysis = (analysis: Analysis): Analysis => ({
  ...analysis,
  faces: analysis.faces.map((face) => ({ ...face, embedding: Float32Array.from(face.embedding) })),
});

/** Analyses what processes without a face engine ask for, one picture after the other. */
export function answerAskedAnalyses({
  ctx: { db, bus, log },
  store,
  faceEngine,
}: {
  ctx: Needs<'db' | 'bus' | 'log'>;
  store: Pick<PhotoStore, 'temporaryPath'>;
  faceEngine: Pick<FaceEngine, 'analyse'>;
}): { stop(): Promise<void> } {
  let answering: Promise<void> | undefined;
  let isOver = false;
  const answerAll = async () => {
    for (let asked = await takeAskedAnalysis(db); asked; asked = await takeAskedAnalysis(db)) {
      const { id, picture, request } = asked;
      const path = store.temporaryPath();
      try {
        await writeFile(path, picture, { mode: 0o600 });
        const { faces, ...analysis } = await faceEngine.analyse({ path, ...(request as unknown as Request) });
        const listed = faces.map((face) => ({ ...face, embedding: [...face.embedding] }));
        await saveOutcome(db, id, { answer: { ...analysis, faces: listed }, error: null });
      } catch (error) {
        await saveOutcome(db, id, { answer: null, error: (error as Error).message });
      } finally {
        await rm(path, { force: true });
      }
      if (isOver) return;
    }
  };
  const look = () => {
    if (isOver) return;
    answering ??= answerAll()
      .catch((error: unknown) => log.warn({ err: error }, 'pictures that wait could not be looked for'))
      .finally(() => {
        answering = undefined;
      });
  };
  const unsubscribe = bus.subscribe('analyses', look);
  const timer = setInterval(look, LOOK_FOR_PICTURES_MS);
  timer.unref();
  return {
    stop: async () => {
      isOver = true;
      unsubscribe();
      clearInterval(timer);
      await answering;
    },
  };
}
