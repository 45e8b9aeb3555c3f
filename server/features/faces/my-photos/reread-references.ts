import { writeFile } from 'node:fs/promises';
import { toSql } from 'pgvector/kysely';
import type { Needs } from '#server/app-context.ts';
import {
  analysisSettings,
  type FaceSettings,
  getFaceSettings,
} from '#server/features/faces/recognition/face-settings.ts';
import {
  type ReferencePurpose,
  referenceTables,
} from '#server/features/people/club-people/erase-face-search.ts';
import type { FaceDependencies } from './read-face.ts';

/** Pictures at a time, so that the other tasks of the schedule are not kept waiting. */
const AT_ONCE = 20;

type Dependencies = Needs<'db' | 'engine' | 'log'> & Pick<FaceDependencies, 'store' | 'faces'>;

/**
 * Reads the pictures that families gave once more, where other models or parameters are in force than those that read them: numbers of
 * two recognisers are never compared, so nobody would be found, or kept inside, by them. The crop that was kept shows the face with
 * a margin. One in which no face is found is tried once for each pipeline version. Answers how many were read.
 */
export function createReferenceReading(ctx: Dependencies): () => Promise<number> {
  let unreadable = { version: '', ids: [] as string[] };
  return async () => {
    const settings = await getFaceSettings(ctx.db, ctx.engine);
    const recogniser = settings.recognition_model;
    const version = ctx.engine.pipelineVersion(settings.detector_backend, recogniser);
    if (unreadable.version !== version) unreadable = { version, ids: [] };
    let read = 0;
    for (const purpose of ['guard', 'find'] as const)
      for (const { id, crop, pipeline_version: former } of await listOthers(ctx, purpose, unreadable)) {
        const face = await readCrop(ctx, settings, crop);
        if (!face) {
          unreadable.ids.push(id);
          ctx.log.warn({ purpose, recogniser }, 'a picture that a family gave could not be read again');
          continue;
        }
        const { numUpdatedRows } = await ctx.db
          .updateTable(referenceTables[purpose])
          .set({ embedding: face, recogniser, pipeline_version: version })
          .where('id', '=', id)
          .where('pipeline_version', '=', former)
          .executeTakeFirst();
        read += Number(numUpdatedRows);
      }
    return read;
  };
}

const listOthers = (
  { db }: Dependencies,
  purpose: ReferencePurpose,
  { version, ids }: { version: string; ids: string[] },
) =>
  db
    .selectFrom(referenceTables[purpose])
    .select(['id', 'crop', 'pipeline_version'])
    .where('pipeline_version', '!=', version)
    .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();

/** The embedding of its largest face; undefined where it has none. */
async function readCrop({ store, faces }: Dependencies, settings: FaceSettings, crop: Uint8Array) {
  const draft = await store.draft(crop.length);
  try {
    await writeFile(draft.path, crop);
    const analysis = await faces.analyse({ path: draft.path, ...analysisSettings(settings) });
    const [face] = analysis.faces.toSorted((a, b) => b.sizePx - a.sizePx);
    if (!face || face.embedding.length === 0) return undefined;
    return toSql([...face.embedding]);
  } finally {
    await draft.discard();
  }
}
