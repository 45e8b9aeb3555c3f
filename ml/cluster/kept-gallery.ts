/** A gallery that photos come to, as its last grouping knew it. */
import { planOf } from './cluster.ts';
import { GalleryMemory } from './gallery-memory.ts';
import { byId } from './initial-groups.ts';
import type { Work } from './neighbours/pairs-within-distance.ts';
import type { ClusterFace, ClusterInput, ClusterPlan } from './types.ts';

export type KeptFace = Omit<ClusterFace, 'regroup' | 'unseen'> & {
  /** When it was found, in milliseconds. */
  foundAt: number;
};

/** What there was when the gallery was read. */
export interface FaceCounts {
  faces: number;
  /** Faces with a person. */
  placed: number;
}

export interface GrowthParameters extends Pick<ClusterInput, 'decisions'> {
  parameters: Omit<ClusterInput['parameters'], 'mode'>;
  /** Faces found later are thought over (`ClusterFace.regroup`); null: none. */
  regroupAfter: number | null;
}

/** A plan without the groups that it leaves as they are. */
export type Growth = Omit<ClusterPlan, 'groups'>;

export class KeptGallery {
  readonly #faces: Map<string, KeptFace & ClusterFace>;
  readonly #memory = new GalleryMemory();

  constructor(faces: readonly KeptFace[]) {
    this.#faces = new Map(faces.toSorted(byId).map((face) => [face.id, face]));
  }

  get size(): number {
    return this.#faces.size;
  }

  /** Faces that are new or have changed, and ids of some that are gone. */
  update(faces: readonly KeptFace[], gone: readonly string[]): void {
    for (const id of gone) this.#faces.delete(id);
    for (const face of faces) {
      const before = this.#faces.get(face.id)?.embedding;
      const embedding = before && areEqual(before, face.embedding) ? before : face.embedding;
      this.#faces.set(face.id, { ...face, embedding });
    }
  }

  /** All faces there are, and those of them with a person. */
  retain(ids: ReadonlySet<string>, placed: ReadonlySet<string>): void {
    for (const face of this.#faces.values())
      if (!ids.has(face.id)) this.#faces.delete(face.id);
      else if (!placed.has(face.id)) Object.assign(face, { personId: null, manual: false });
  }

  has({ faces, placed }: FaceCounts): boolean {
    let here = 0;
    for (const { personId } of this.#faces.values()) if (personId !== null) here++;
    return this.#faces.size === faces && here === placed;
  }

  *extend({ decisions, parameters, regroupAfter }: GrowthParameters): Work<Growth> {
    const faces = [...this.#faces.values()];
    for (const face of faces) face.regroup = regroupAfter !== null && face.foundAt > regroupAfter;
    const input: ClusterInput = { faces, decisions, parameters: { ...parameters, mode: 'extend' } };
    const { groups: _, ...growth } = yield* planOf(input, this.#memory);
    return growth;
  }
}

const areEqual = (a: Float32Array, b: Float32Array): boolean =>
  a.length === b.length && a.every((value, k) => value === b[k]);
