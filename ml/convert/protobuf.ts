/**
 * The few lines of protocol buffers that ONNX files need, writing and reading, so that no dependency is needed.
 * Wire format: https://protobuf.dev/programming-guides/encoding/
 */

const WIRE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

/** Base-128 varint of a non-negative integer up to 2^53. */
function varint(value: number): Buffer {
  const out: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    out.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  out.push(rest);
  return Buffer.from(out);
}

export function intField(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8 + WIRE.varint), varint(value)]);
}

export function floatField(field: number, value: number): Buffer {
  const body = Buffer.alloc(4);
  body.writeFloatLE(value);
  return Buffer.concat([varint(field * 8 + WIRE.fixed32), body]);
}

/** A string, raw bytes or, given the parts of one, a nested message. */
export function bytesField(field: number, body: string | Uint8Array | readonly Uint8Array[]): Buffer {
  const bytes =
    typeof body === 'string'
      ? Buffer.from(body)
      : body instanceof Uint8Array
        ? body
        : Buffer.concat(body as Uint8Array[]);
  return Buffer.concat([varint(field * 8 + WIRE.bytes), varint(bytes.length), bytes]);
}

/** One field as it stands in a message. `raw` is the whole field, tag included, to be copied unchanged. */
export interface Field {
  field: number;
  raw: Buffer;
  /** Body of a length-delimited field, else empty. */
  bytes: Buffer;
  /** Value of a varint field, else 0. */
  int: number;
}

/** Splits a message into its fields. Throws RangeError where the bytes end too soon or a wire type is unknown. */
export function readFields(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const readVarint = (): number => {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = message[at++];
      if (byte === undefined) throw new RangeError('protobuf message ends inside a varint');
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
  };
  while (at < message.length) {
    const start = at;
    const tag = readVarint();
    const wire = tag % 8;
    let bytes: Buffer = Buffer.alloc(0);
    let int = 0;
    if (wire === WIRE.varint) int = readVarint();
    else if (wire === WIRE.fixed64) at += 8;
    else if (wire === WIRE.fixed32) at += 4;
    else if (wire === WIRE.bytes) {
      const length = readVarint();
      bytes = message.subarray(at, at + length);
      at += length;
    } else throw new RangeError(`protobuf wire type ${wire} is not used by ONNX`);
    if (at > message.length) throw new RangeError('protobuf message ends inside a field');
    fields.push({ field: Math.floor(tag / 8), raw: message.subarray(start, at), bytes, int });
  }
  return fields;
}
