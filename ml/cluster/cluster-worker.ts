/** Clustering in a thread of its own, for callers that must go on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import { clustering } from '../parameters/clustering-tuning.ts';
import { planOf } from './cluster.ts';
import type { GroupingRequest, Unanswered } from './grouping-thread.ts';
import { KeptGallery } from './kept-gallery.ts';
import { withProducts } from './neighbours/products.ts';
import type { ClusterInput, Growth } from './types.ts';

/** The one that was used last comes last. */
const galleries = new Map<string, KeptGallery>();

async function answer(request: GroupingRequest): Promise<Growth | Unanswered> {
  const { gallery: id } = request;
  const gallery = 'all' in request ? new KeptGallery(request.all) : galleries.get(id);
  galleries.delete(id);
  if (!gallery) return 'unknown';
  if ('faces' in request) gallery.update(request.faces, request.gone);
  const growth = await withProducts(gallery.extend(request.growth));
  return keep(id, gallery, growth);
}

/** Forgets those used longest ago, as many as are too much. Where a plan fails, its gallery is not kept. */
function keep<Result>(id: string, gallery: KeptGallery, result: Result): Result {
  galleries.set(id, gallery);
  let faces = 0;
  for (const { size } of galleries.values()) faces += size;
  for (const [oldest, { size }] of galleries) {
    if (faces <= clustering.facesKept.value) break;
    galleries.delete(oldest);
    faces -= size;
  }
  return result;
}

const { input } = workerData as { input?: ClusterInput };
if (input) parentPort?.postMessage(await withProducts(planOf(input)));
else
  parentPort?.on('message', async (request: GroupingRequest) => {
    try {
      parentPort?.postMessage({ result: await answer(request) });
    } catch (error) {
      parentPort?.postMessage({ error });
    }
  });
