import type { ClusterDecision, ClusterInput } from '#ml/index.ts';
import type { GalleryFaces } from '#server/features/faces/gallery-people/faces-to-cluster.repository.ts';

type Decisions = Pick<GalleryFaces, 'rejections' | 'keptApart' | 'personsDecidedByHuman'>;

/** The rows of a gallery as the input of ml's clustering. */
export const buildClusterInput = (
  gallery: Pick<GalleryFaces, 'faces'> & Decisions,
  parameters: ClusterInput['parameters'],
): ClusterInput => ({ faces: gallery.faces, decisions: buildDecisions(gallery), parameters });

export const buildDecisions = (gallery: Decisions): ClusterDecision[] => [
  ...gallery.rejections.map(({ faceId, personId }) => ({ kind: 'rejection', faceId, personId }) as const),
  ...gallery.keptApart.map(({ personA, personB }) => ({ kind: 'kept-apart', personA, personB }) as const),
  ...gallery.personsDecidedByHuman.map(
    ({ id, name }) => ({ kind: 'keep-person', personId: id, name }) as const,
  ),
];
