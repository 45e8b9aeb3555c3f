import { Readable } from 'node:stream';
import type { AnalyseRequest, FaceEngine } from '#ml/index.ts';
import type { Needs } from '../app-context.ts';
import type { Draft } from '../storage/draft.ts';
import type { PhotoStore } from '../storage/photo-store.ts';
import { claimAnalysisRequest, saveAnalysisOutcome } from './analysis-requests.repository.ts';

/** How often a worker looks for requests: the message that announces one may be lost. */
const LOOK_FOR_REQUESTS_MS = 2_000;

type Request = Omit<AnalyseRequest, 'path' | 'original'>;

/** In a worker process: analyses the pictures that processes without a face engine ask about, one after the other. */
export function answerAnalysisRequests({
  ctx: { db, bus, log },
  store,
  faceEngine,
}: {
  ctx: Needs<'db' | 'bus' | 'log'>;
  store: Pick<PhotoStore, 'draft'>;
  faceEngine: Pick<FaceEngine, 'analyse'>;
}): { stop(): Promise<void> } {
  let answering: Promise<void> | undefined;
  let isOver = false;
  const answerAll = async () => {
    for (let asked = await claimAnalysisRequest(db); asked; asked = await claimAnalysisRequest(db)) {
      const { id, picture, request } = asked;
      let draft: Draft | undefined;
      try {
        draft = await store.draft(picture.length);
        await draft.write(Readable.from([picture]));
        const { path } = draft;
        const { faces, ...analysis } = await faceEngine.analyse({ path, ...(request as unknown as Request) });
        const listed = faces.map((face) => ({ ...face, embedding: [...face.embedding] }));
        await saveAnalysisOutcome(db, id, { answer: { ...analysis, faces: listed }, error: null });
      } catch (error) {
        await saveAnalysisOutcome(db, id, { answer: null, error: (error as Error).message });
      } finally {
        await draft?.discard();
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
  const timer = setInterval(look, LOOK_FOR_REQUESTS_MS);
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
