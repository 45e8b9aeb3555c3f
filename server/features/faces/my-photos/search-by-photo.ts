import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { FoundPhoto, photoSearchAnswer } from '#server/contract/schemas/my-photos.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { photosOfFace } from './found-photos.repository.ts';
import { type FaceDependencies, type Point, readFace } from './read-face.ts';
import { searchScopes } from './search-scopes.ts';
import { searchThresholds } from './search-thresholds.ts';

/** The photos on which a face is, in the galleries the viewer may read at this moment. Nothing is kept of the picture. */
export async function searchByPhoto(
  ctx: FaceDependencies & Needs<'clock' | 'searchesPublicGalleries'> & { viewer: SignedIn },
  path: string,
  chosen?: Point,
): Promise<z.output<typeof photoSearchAnswer>> {
  const face = await readFace(ctx, path, chosen);
  if ('faces' in face) return { state: 'choose_face', faces: face.faces };
  const thresholds = searchThresholds(ctx.engine, face.recogniser, 'photo-search');
  const search = { viewer: ctx.viewer, thresholds, today: ctx.clock.today() };
  const photos: FoundPhoto[] = [];
  for (const scope of searchScopes(ctx)) {
    const limit = listSizes.max - photos.length;
    photos.push(...(await photosOfFace(ctx.db, { ...search, scope }, face.embedding, limit)));
  }
  return { state: 'found', photos };
}
