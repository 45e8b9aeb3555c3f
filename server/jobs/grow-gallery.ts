import {
  clusterFaces,
  createGroupingThread,
  type Growth,
  type GrowthParameters,
  WORTH_A_THREAD,
} from '#ml/index.ts';
import type { Needs } from '#server/app-context.ts';
import { buildDecisions } from '#server/face-engine/build-cluster-input.ts';
import {
  listChangedFaces,
  type ReadMoment,
  readMoment,
} from '#server/features/faces/gallery-people/changed-faces.repository.ts';
import {
  decisionState,
  listFaces,
  loadDecisions,
  type Read,
} from '#server/features/faces/gallery-people/faces-to-cluster.repository.ts';

export type GrowingGallery = {
  galleryId: string;
  recogniser: string;
  parameters: GrowthParameters['parameters'];
  /** Faces found later may leave their persons; null: none. */
  regroupAfter: Date | null;
};

type GrowthPlan = {
  /** With the faces that have changed or gone since the last plan that was carried out; without them where these may be all. */
  plan: Growth & { changedFaces?: readonly string[] };
  decisionState: string;
};

/**
 * Plans for galleries that photos come to (mode `extend`). What the last plan knew is neither read nor computed again.
 * @param keptFrom so many faces are worth a thread that remembers them
 */
export function createGrowth({ db }: Needs<'db'>, keptFrom = WORTH_A_THREAD) {
  const thread = createGroupingThread();
  const lastRead = new Map<string, ReadMoment & { recogniser: string }>();
  /** By gallery; none where they may be all. */
  const changedFaces = new Map<string, Set<string>>();

  async function planKnown(read: Read, growth: GrowthParameters, moment: ReadMoment, signal: AbortSignal) {
    const before = lastRead.get(read.galleryId);
    lastRead.delete(read.galleryId);
    if (before?.recogniser !== read.recogniser || before.database !== moment.database) return 'unknown';
    const changed = await listChangedFaces(read, before);
    if (!changed) return 'unknown';
    for (const id of [...changed.faces.map(({ id }) => id), ...changed.gone])
      changedFaces.get(read.galleryId)?.add(id);
    return thread.extend({ gallery: read.galleryId, growth, ...changed }, signal);
  }

  async function planAll(read: Read, growth: GrowthParameters, signal: AbortSignal) {
    const all = await listFaces(read);
    if (all.length >= keptFrom) return thread.extend({ gallery: read.galleryId, growth, all }, signal);
    const { decisions, parameters, regroupAfter } = growth;
    const faces = all.map((face) => ({
      ...face,
      regroup: regroupAfter !== null && face.foundAt > regroupAfter,
    }));
    const { groups: _, ...plan } = clusterFaces({
      faces,
      decisions,
      parameters: { ...parameters, mode: 'extend' },
    });
    return plan;
  }

  async function plan(gallery: GrowingGallery, signal: AbortSignal): Promise<GrowthPlan> {
    const { galleryId, recogniser, parameters } = gallery;
    const read = { db, galleryId, recogniser };
    const moment = await readMoment(db);
    const state = await decisionState(db, galleryId);
    const growth = {
      decisions: buildDecisions(await loadDecisions(db, galleryId)),
      parameters,
      regroupAfter: gallery.regroupAfter?.getTime() ?? null,
    };
    let found = await planKnown(read, growth, moment, signal);
    if (typeof found === 'string') {
      changedFaces.delete(galleryId);
      found = await planAll(read, growth, signal);
    }
    if (typeof found === 'string') throw new Error('a gallery of which all was told was not grouped');
    lastRead.set(galleryId, { ...moment, recogniser });
    const changed = changedFaces.get(galleryId);
    return { plan: { ...found, ...(changed && { changedFaces: [...changed] }) }, decisionState: state };
  }

  return {
    plan,
    /** To be called when the last plan of a gallery was carried out. */
    carriedOut(galleryId: string): void {
      if (lastRead.has(galleryId)) changedFaces.set(galleryId, new Set());
    },
  };
}
