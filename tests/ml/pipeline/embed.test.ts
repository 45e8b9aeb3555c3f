import { describe, expect, it } from 'vitest';
import { DATA_TYPE, GraphBuilder } from '#ml/convert/onnx.ts';
import { createModel } from '#ml/models/inference-session.ts';
import { getModel, readManifest } from '#ml/models/model-manifest.ts';
import { embed } from '#ml/pipeline/embed.ts';

/** A graph whose every number is the brightness of one pixel, at the left rim. */
function leftRim(): Buffer {
  const graph = new GraphBuilder('tiny');
  const data = graph.input('data', DATA_TYPE.float, [1, 3, 112, 112]);
  const corner = graph.add('Slice', [data, graph.ints(0, 0, 0), graph.ints(1, 1, 1), graph.ints(1, 2, 3)]);
  const ones = graph.constant([1, 128], new Float32Array(128).fill(1));
  graph.output(graph.add('MatMul', [graph.add('Flatten', [corner]), ones]), 'fc1', [1, 128]);
  return graph.toBytes();
}

/** Left half of one brightness, right half of another. */
const halves = (left: number, right: number) =>
  Uint8Array.from({ length: 3 * 112 * 112 }, (_, i) => (Math.floor(i / 3) % 112 < 56 ? left : right));

describe('embedding', () => {
  it('is the mean over the views, one by one where the batch is fixed', async () => {
    const { scatter: _, ...mobilefacenet } = getModel(await readManifest(), 'mobilefacenet');
    const entry = {
      ...mobilefacenet,
      adapt: { order: 'rgb' as const, dims: [1, 112, 112, 3] },
      input: { type: 'uint8' as const, shape: [1, 112, 112, 3] },
      outputs: ['fc1'],
      scale: 1,
    };
    const model = await createModel(entry, leftRim());
    const vectors = await embed(model, [
      [halves(10, 30), halves(30, 10)],
      [halves(100, 120), halves(120, 100)],
      [halves(7, 7), halves(7, 7)],
    ]);
    expect(vectors.map((vector) => vector[0])).toEqual([20, 110, 7]);
    expect(vectors[0]).toHaveLength(128);
    expect(await embed(model, [])).toEqual([]);
    // A scale makes the lengths of another recogniser comparable; one view is taken as it is.
    const scaled = { ...model, entry: { ...model.entry, scale: 0.5 } };
    expect((await embed(scaled, [[halves(10, 30)]]))[0]![0]).toBe(5);
    // What people of all pictures have in common is taken away, the length stays.
    const mean = new Float32Array(128);
    mean[0] = 0.5;
    const [normal] = await embed({ ...model, scatter: { mean, directions: [] } }, [[halves(10, 30)]]);
    expect(normal![0]).toBeLessThan(0);
    expect(Math.hypot(...normal!)).toBeCloseTo(Math.hypot(...new Float32Array(128).fill(10)), 3);
  });
});
