/** Files of other makers that are not what they should be: refused with a reason, never converted to something else. */
import { describe, expect, it } from 'vitest';
import { DATA_TYPE, GraphBuilder } from '#ml/convert/onnx.ts';
import { pruneGraph } from '#ml/convert/prune-graph.ts';
import { convertSface } from '#ml/convert/sface.ts';
import { createModel } from '#ml/models/inference-session.ts';
import { getModel, readManifest } from '#ml/models/model-manifest.ts';

describe('another net than SFace', () => {
  it('is refused, and so is what is no net', () => {
    const graph = new GraphBuilder('one node');
    const x = graph.add('Cast', [graph.input('data', DATA_TYPE.float, [1, 3, 112, 112])], {
      to: DATA_TYPE.float,
    });
    graph.output(graph.add('Relu', [x]), 'fc1', [1, 128]);
    expect(() => convertSface(graph.toBytes())).toThrow('Sub was expected, found Cast');
    expect(() => convertSface(Buffer.alloc(0))).toThrow('holds no graph');
    expect(() => convertSface(Buffer.from('....TFL3'))).toThrow(RangeError);
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
    const entry = { ...getModel(await readManifest(), 'sface'), outputs: ['middle'] };
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
