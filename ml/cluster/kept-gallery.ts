/** A gallery that photos come to, as its last grouping knew it. */
import { growthOf } from './cluster.ts';
import { byId, GalleryMemory } from './gallery-memory.ts';
import type { Work } from './neighbours/pairs-within-distance.ts';
import type { ClusterFace, ClusterInput, Growth } from './types.ts';

export type KeptFace = Omit<ClusterFace, 'regroup' | 'unseen'> & {
  /** When it was found, in milliseconds. */
  foundAt: number;
};

export interface GrowthParameters extends Pick<ClusterInput, 'decisions'> {
  parameters: Omit<ClusterInput['parameters'], 'mode'>;
  /** Faces found later are thought over (`ClusterFace.regroup`); null: none. */
  regroupAfter: number | null;
}

export class KeptGallery {
  readonly #faces: Map<string, KeptFace & ClusterFace>;
  readonly #memory = new GalleryMemory();

  constructor(faces: readonly KeptFace[]) {
    this.#faces = new Map(faces.toSorted(byId).map((face) => [face.id, face]));
  }

  get size(): number {
    return this.#faces.size;
  }

  /** Faces that are new or have changed, and ids of those that are gone. */
  update(faces: readonly KeptFace[], gone: readonly string[]): void {
    for (const id of gone) this.#faces.delete(id);
    for (const face of faces) {
      const before = this.#faces.get(face.id)?.embedding;
      const embedding = before && areEqual(before, face.embedding) ? before : face.embedding;
      this.#faces.set(face.id, { ...face, embedding });
    }
  }

  *extend({ decisions, parameters, regroupAfter }: GrowthParameters): Work<Growth> {
    const faces = [...this.#faces.values()];
    for (const face of faces) face.regroup = regroupAfter !== null && face.foundAt > regroupAfter;
    const input: ClusterInput = { faces, decisions, parameters: { ...parameters, mode: 'extend' } };
    return yield* growthOf(input, this.#memory);
  }
}

const areEqual = (a: Float32Array, b: Float32Array): boolean =>
  a.length === b.length && a.every((value, k) => value === b[k]);
