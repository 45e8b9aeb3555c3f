/** Files of other makers that are not what they should be: refused with a reason, never converted to something else. */
import { describe, expect, it } from 'vitest';
import { Table } from '#ml/convert/flatbuffer.ts';
import { convertMobilefacenetSirius } from '#ml/convert/mobilefacenet-sirius.ts';
import { DATA_TYPE, GraphBuilder } from '#ml/convert/onnx.ts';
import { pruneGraph } from '#ml/convert/prune-graph.ts';
import { readTflite } from '#ml/convert/tflite.ts';
import { createModel } from '#ml/models/inference-session.ts';
import { getModel, readManifest } from '#ml/models/model-manifest.ts';

/** A table with two fields: 0 the number 7, 1 a vector of the bytes 1, 2, 3. */
function smallTable(): Buffer {
  const file = Buffer.alloc(40);
  file.writeUInt32LE(16, 0);
  // The list of field offsets at 8: its own length, the table's, then one offset for each field.
  file.writeUInt16LE(8, 8);
  file.writeUInt16LE(12, 10);
  file.writeUInt16LE(4, 12);
  file.writeUInt16LE(8, 14);
  file.writeInt32LE(8, 16);
  file.writeInt32LE(7, 20);
  file.writeUInt32LE(8, 24);
  file.writeUInt32LE(3, 32);
  file.set([1, 2, 3], 36);
  return file;
}

describe('a FlatBuffer', () => {
  it('is read by the numbers of its fields; absent ones have a default', () => {
    const table = Table.root(smallTable());
    expect([table.int32(0), [...table.bytes(1)], table.int32(2, 9), table.bytes(5)]).toEqual([
      7,
      [1, 2, 3],
      9,
      Buffer.alloc(0),
    ]);
  });

  it('that points outside of itself is refused', () => {
    const outside = smallTable();
    outside.writeUInt32LE(4000, 24);
    expect(() => Table.root(outside).bytes(1)).toThrow(RangeError);
    const long = smallTable();
    long.writeUInt32LE(5, 32);
    expect(() => Table.root(long).bytes(1)).toThrow('ends outside');
    long.writeUInt32LE(0xffffffff, 32);
    expect(() => Table.root(long).tables(1)).toThrow('longer than the file');
  });

  it('that is no model is no TensorFlow Lite file', () => {
    for (const file of [smallTable(), Buffer.alloc(3), Buffer.from('....TFL3')])
      expect(() => convertMobilefacenetSirius(file)).toThrow(RangeError);
    expect(() => readTflite(smallTable())).toThrow('not a TensorFlow Lite model');
  });
});

describe('a graph that is cut', () => {
  /** x -> doubled -> tripled, and a constant that only the end needs. */
  const whole = () => {
    const graph = new GraphBuilder('steps');
    const x = graph.add('Cast', [graph.input('x', DATA_TYPE.uint8, [1, 112, 112, 3])], {
      to: DATA_TYPE.float,
    });
    const doubled = graph.add('Mul', [x, graph.floats(2)]);
    graph.output(graph.add('Mul', [doubled, graph.floats(3)]), 'end', [1, 112, 112, 3]);
    return { bytes: graph.toBytes(), doubled };
  };

  it('ends where it is told to, and is smaller', async () => {
    const { bytes, doubled } = whole();
    const cut = pruneGraph(bytes, [{ from: doubled, name: 'middle', dims: [1, 112, 112, 3] }]);
    expect(cut.length).toBeLessThan(bytes.length);
    const entry = { ...getModel(await readManifest(), 'sface'), adapt: undefined, outputs: ['middle'] };
    const model = await createModel(entry, cut);
    const { middle } = await model.run(new Uint8Array(3 * 112 * 112).fill(21), [1, 112, 112, 3]);
    expect(middle![0]).toBe(42);
    await model.release();
  });

  it('is refused where it computes no such value', () => {
    expect(() => pruneGraph(whole().bytes, [{ from: 'nowhere', name: 'x', dims: [1] }])).toThrow(
      'computes no nowhere',
    );
  });
});
