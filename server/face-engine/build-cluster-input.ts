import type { ClusterDecision, ClusterInput } from '#ml/index.ts';
import type { GalleryFaces } from '#server/features/faces/gallery-people/faces-to-cluster.repository.ts';

/** The rows of a gallery as the input of ml's clustering. */
export function buildClusterInput(
  gallery: GalleryFaces,
  parameters: ClusterInput['parameters'],
): ClusterInput {
  const decisions: ClusterDecision[] = [
    ...gallery.rejections.map(({ faceId, personId }) => ({ kind: 'rejection', faceId, personId }) as const),
    ...gallery.keptApart.map(({ personA, personB }) => ({ kind: 'kept-apart', personA, personB }) as const),
    ...gallery.personsDecidedByHuman.map(
      ({ id, name }) => ({ kind: 'keep-person', personId: id, name }) as const,
    ),
  ];
  return { faces: gallery.faces, decisions, parameters };
}
