/**
 * For each of many points its nearest few, whatever number is offered: a heap each, farthest on top, all in two
 * flat arrays, because 50,000 lists of objects would cost more than the distances themselves.
 */
export class BoundedHeaps {
  readonly #most: number;
  readonly #sizes: Int32Array;
  readonly #ids: Int32Array;
  readonly #distances: Float32Array;

  constructor(count: number, most: number) {
    this.#most = most;
    this.#sizes = new Int32Array(count);
    this.#ids = new Int32Array(count * most);
    this.#distances = new Float32Array(count * most);
  }

  offer(point: number, id: number, distance: number): void {
    const base = point * this.#most;
    const size = this.#sizes[point]!;
    if (size < this.#most) {
      this.#sizes[point] = size + 1;
      this.#rise(base, size, id, distance);
    } else if (distance < this.#distances[base]!) this.#sink(base, id, distance);
  }

  ids(point: number): Int32Array {
    const base = point * this.#most;
    return this.#ids.subarray(base, base + this.#sizes[point]!);
  }

  #rise(base: number, from: number, id: number, distance: number): void {
    let at = from;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (this.#distances[base + up]! >= distance) break;
      this.#put(base + at, this.#ids[base + up]!, this.#distances[base + up]!);
      at = up;
    }
    this.#put(base + at, id, distance);
  }

  /** Replaces the farthest. */
  #sink(base: number, id: number, distance: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#most) break;
      if (child + 1 < this.#most && this.#distances[base + child + 1]! > this.#distances[base + child]!)
        child++;
      if (this.#distances[base + child]! <= distance) break;
      this.#put(base + at, this.#ids[base + child]!, this.#distances[base + child]!);
      at = child;
    }
    this.#put(base + at, id, distance);
  }

  #put(at: number, id: number, distance: number): void {
    this.#ids[at] = id;
    this.#distances[at] = distance;
  }
}
