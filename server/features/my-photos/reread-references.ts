import { writeFile } from 'node:fs/promises';
import { toSql } from 'pgvector/kysely';
import type { Needs } from '#server/app-context.ts';
import { type ReferencePurpose, referenceTables } from '#server/features/club-people/erase-face-search.ts';
import { type FaceSettings, getFaceSettings } from '#server/features/recognition/face-settings.ts';
import type { FaceDependencies } from './read-face.ts';

/** Pictures at a time, so that the other tasks of the schedule are not kept waiting. */
const AT_ONCE = 20;

type Dependencies = Needs<'db' | 'engine' | 'log'> & Pick<FaceDependencies, 'store' | 'faces'>;

/**
 * Reads the pictures that families gave once more, where another recogniser is in force than the one that read them: numbers of two
 * recognisers are never compared, so nobody would be found, or kept inside, by them. The crop that was kept shows the face with a
 * margin. One in which no face is found is tried once for each recogniser. Answers how many were read.
 */
export function createReferenceReading(ctx: Dependencies): () => Promise<number> {
  let unreadable = { recogniser: '', ids: [] as string[] };
  return async () => {
    const settings = await getFaceSettings(ctx.db, ctx.engine);
    const recogniser = settings.recognition_model;
    if (unreadable.recogniser !== recogniser) unreadable = { recogniser, ids: [] };
    let read = 0;
    for (const purpose of ['guard', 'find'] as const)
      for (const { id, crop, recogniser: former } of await listOthers(ctx, purpose, unreadable)) {
        const face = await readCrop(ctx, settings, crop);
        if (!face) {
          unreadable.ids.push(id);
          ctx.log.warn({ purpose, recogniser }, 'a picture that a family gave could not be read again');
          continue;
        }
        const { numUpdatedRows } = await ctx.db
          .updateTable(referenceTables[purpose])
          .set({ ...face, recogniser })
          .where('id', '=', id)
          .where('recogniser', '=', former)
          .executeTakeFirst();
        read += Number(numUpdatedRows);
      }
    return read;
  };
}

const listOthers = (
  { db }: Dependencies,
  purpose: ReferencePurpose,
  { recogniser, ids }: { recogniser: string; ids: string[] },
) =>
  db
    .selectFrom(referenceTables[purpose])
    .select(['id', 'crop', 'recogniser'])
    .where('recogniser', '!=', recogniser)
    .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();

/** Its largest face; undefined where it has none. */
async function readCrop({ store, faces }: Dependencies, settings: FaceSettings, crop: Uint8Array) {
  const draft = await store.draft(crop.length);
  try {
    await writeFile(draft.path, crop);
    const analysis = await faces.analyse({
      path: draft.path,
      detector: settings.detector_backend,
      recogniser: settings.recognition_model,
      minConfidence: settings.min_confidence,
      minSizeRatio: settings.min_size_ratio,
    });
    const [face] = analysis.faces.toSorted((a, b) => b.sizePx - a.sizePx);
    if (!face || face.embedding.length === 0) return undefined;
    return { embedding: toSql([...face.embedding]), pipeline_version: analysis.pipelineVersion };
  } finally {
    await draft.discard();
  }
}
