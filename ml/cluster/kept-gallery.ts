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
  /** In canonical order. A face that changes is another object (`GalleryMemory.read`). */
  #faces: (KeptFace & ClusterFace)[];
  /** Whether `regroup` is true of any. */
  #hasRegrouped = false;
  readonly #memory = new GalleryMemory();

  constructor(faces: readonly KeptFace[]) {
    this.#faces = faces.map((face) => ({ ...face, regroup: false })).sort(byId);
  }

  get size(): number {
    return this.#faces.length;
  }

  /** Faces that are new or have changed, and ids of those that are gone. */
  update(faces: readonly KeptFace[], gone: readonly string[]): void {
    const changes = new Map<string, KeptFace | undefined>(gone.map((id) => [id, undefined]));
    for (const face of faces) changes.set(face.id, face);
    const now: (KeptFace & ClusterFace)[] = [];
    let at = 0;
    for (const [id, face] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
      for (const place = this.#placeOf(id, at); at < place; at++) now.push(this.#faces[at]!);
      const before = this.#faces[at]?.id === id ? this.#faces[at++] : undefined;
      if (!face) continue;
      const isSame = before && areEqual(before.embedding, face.embedding);
      now.push({ ...face, embedding: isSame ? before.embedding : face.embedding, regroup: false });
    }
    for (; at < this.#faces.length; at++) now.push(this.#faces[at]!);
    this.#faces = now;
  }

  /** Where a face of this id is or would be, at `from` or behind it. */
  #placeOf(id: string, from: number): number {
    let low = from;
    let high = this.#faces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#faces[middle]!.id < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #regroupAfter(time: number | null): void {
    if (time === null && !this.#hasRegrouped) return;
    this.#faces = this.#faces.map((face) => {
      const regroup = time !== null && face.foundAt > time;
      return regroup === face.regroup ? face : { ...face, regroup };
    });
    this.#hasRegrouped = time !== null;
  }

  *extend({ decisions, parameters, regroupAfter }: GrowthParameters): Work<Growth> {
    this.#regroupAfter(regroupAfter);
    const input: ClusterInput = {
      faces: this.#faces,
      decisions,
      parameters: { ...parameters, mode: 'extend' },
    };
    return yield* growthOf(input, this.#memory);
  }
}

const areEqual = (a: Float32Array, b: Float32Array): boolean =>
  a.length === b.length && a.every((value, k) => value === b[k]);
