/** A binary heap of ids by key; equal keys come out in order of id, so that no run differs from another. */
export class MinHeap {
  readonly #keys: number[] = [];
  readonly #ids: number[] = [];

  push(key: number, id: number): void {
    let at = this.#keys.length;
    this.#keys.push(key);
    this.#ids.push(id);
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!this.#isBefore(at, up)) break;
      this.#swap(at, up);
      at = up;
    }
  }

  pop(): { key: number; id: number } | undefined {
    const key = this.#keys[0];
    const id = this.#ids[0];
    if (key === undefined || id === undefined) return undefined;
    const last = this.#keys.length - 1;
    this.#swap(0, last);
    this.#keys.pop();
    this.#ids.pop();
    let at = 0;
    for (;;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < last && this.#isBefore(child, least)) least = child;
      if (least === at) return { key, id };
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const ka = this.#keys[a]!;
    const kb = this.#keys[b]!;
    return ka < kb || (ka === kb && this.#ids[a]! < this.#ids[b]!);
  }

  #swap(a: number, b: number): void {
    [this.#keys[a], this.#keys[b]] = [this.#keys[b]!, this.#keys[a]!];
    [this.#ids[a], this.#ids[b]] = [this.#ids[b]!, this.#ids[a]!];
  }
}
