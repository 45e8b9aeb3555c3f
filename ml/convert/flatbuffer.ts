/**
 * Reads FlatBuffers, the format of TensorFlow Lite files, so that no dependency is needed. Every read stays inside
 * the bytes: one outside throws RangeError. Format: https://flatbuffers.dev/internals/
 */

/** A table: its fields are found by number, as the schema counts them, and may be absent. */
export class Table {
  readonly #bytes: Buffer;
  readonly #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** The table that a file's first four bytes point to. */
  static root(bytes: Buffer): Table {
    return new Table(bytes, bytes.readUInt32LE(0));
  }

  int32(field: number, absent = 0): number {
    const at = this.#find(field);
    return at === undefined ? absent : this.#bytes.readInt32LE(at);
  }

  uint8(field: number, absent = 0): number {
    const at = this.#find(field);
    return at === undefined ? absent : this.#bytes.readUInt8(at);
  }

  table(field: number): Table | undefined {
    const at = this.#find(field);
    return at === undefined ? undefined : new Table(this.#bytes, this.#follow(at));
  }

  tables(field: number): Table[] {
    const { at, length } = this.#vector(field);
    return Array.from({ length }, (_, i) => new Table(this.#bytes, this.#follow(at + 4 * i)));
  }

  int32s(field: number): number[] {
    const { at, length } = this.#vector(field);
    return Array.from({ length }, (_, i) => this.#bytes.readInt32LE(at + 4 * i));
  }

  bytes(field: number): Buffer {
    const { at, length } = this.#vector(field);
    if (at + length > this.#bytes.length) throw new RangeError('a vector ends outside the file');
    return this.#bytes.subarray(at, at + length);
  }

  text(field: number): string {
    return this.bytes(field).toString();
  }

  /** Where the field stands; undefined where the table leaves it out. */
  #find(field: number): number | undefined {
    const vtable = this.#at - this.#bytes.readInt32LE(this.#at);
    const entry = 4 + 2 * field;
    if (entry >= this.#bytes.readUInt16LE(vtable)) return undefined;
    const offset = this.#bytes.readUInt16LE(vtable + entry);
    return offset === 0 ? undefined : this.#at + offset;
  }

  #follow(at: number): number {
    return at + this.#bytes.readUInt32LE(at);
  }

  #vector(field: number): { at: number; length: number } {
    const found = this.#find(field);
    if (found === undefined) return { at: 0, length: 0 };
    const at = this.#follow(found);
    const length = this.#bytes.readUInt32LE(at);
    if (length > this.#bytes.length) throw new RangeError('a vector is longer than the file');
    return { at: at + 4, length };
  }
}
