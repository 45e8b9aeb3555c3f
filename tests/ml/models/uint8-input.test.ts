/** Foreign graphs: tiny ones, built here, prove the road that files of other makers take. */
import { describe, expect, it } from 'vitest';
import { DATA_TYPE, GraphBuilder } from '#ml/convert/onnx.ts';
import { withUint8Input } from '#ml/convert/uint8-input.ts';
import { createModel } from '#ml/models/inference-session.ts';
import { getModel, readManifest } from '#ml/models/model-manifest.ts';

const CHIP = 112;
/** A recogniser with one chip in a run, whose graph reads floats. */
const entry = {
  ...getModel(await readManifest(), 'mobilefacenet'),
  adapt: { order: 'rgb' as const, dims: [1, CHIP, CHIP, 3] },
  outputs: ['fc1'],
};

/** float [1,3,112,112] in, `fc1` [1,128] out: number k is the mean of colour plane k % 3 times k. */
function tinyMeans(): Buffer {
  const graph = new GraphBuilder('tiny');
  const data = graph.input('data', DATA_TYPE.float, [1, 3, CHIP, CHIP]);
  const means = graph.add('Flatten', [graph.add('GlobalAveragePool', [data])]);
  const mix = new Float32Array(3 * 128);
  for (let k = 0; k < 128; k++) mix[(k % 3) * 128 + k] = k;
  graph.output(graph.add('MatMul', [means, graph.constant([3, 128], mix)]), 'fc1', [1, 128]);
  return graph.toBytes();
}

/** One 1x1 convolution that keeps blue, green, red apart, as a net made for BGR would read them. */
function tinyBgr(): Buffer {
  const graph = new GraphBuilder('tiny');
  const data = graph.input('data', DATA_TYPE.float, ['n', 3, 'h', 'w']);
  const weights = graph.constant([3, 3, 1, 1], Float32Array.of(1, 0, 0, 0, 10, 0, 0, 0, 100));
  const out = graph.add('Conv', [data, weights], { kernel_shape: [1, 1] });
  graph.output(graph.add('Flatten', [graph.add('GlobalAveragePool', [out])]), 'fc1', ['n', 3]);
  return graph.toBytes();
}

const flatColour = (red: number, green: number, blue: number) =>
  new Uint8Array(3 * CHIP * CHIP).map((_, i) => [red, green, blue][i % 3] ?? 0);

describe('a graph that reads floats', () => {
  it('runs through the loader on RGB bytes', async () => {
    const model = await createModel(entry, tinyMeans());
    const { fc1 } = await model.run(flatColour(10, 20, 30), [1, CHIP, CHIP, 3]);
    expect(fc1).toHaveLength(entry.embedding!);
    expect(Array.from(fc1!.subarray(0, 6))).toEqual([0, 20, 60, 30, 80, 150]);
    await model.release();
  });
});

describe('a graph made for BGR', () => {
  it('reads RGB once its first filters have changed places', async () => {
    const adapt = { order: 'bgr' as const, dims: ['n', 'h', 'w', 3] };
    const model = await createModel({ ...entry, adapt }, tinyBgr());
    const { fc1 } = await model.run(flatColour(1, 2, 3), [1, CHIP, CHIP, 3]);
    // Plane 0 is blue for the net: 1 x blue, 10 x green, 100 x red.
    expect(Array.from(fc1!)).toEqual([3, 20, 100]);
  });
});

describe('a graph that expects normalised values', () => {
  it('gets them for each channel, and batches of any size where the new input has a free first dimension', async () => {
    const normalise = { mean: [10, 20, 30], deviation: [2, 4, 5] };
    const adapt = { order: 'rgb' as const, dims: ['n', CHIP, CHIP, 3], normalise };
    const model = await createModel({ ...entry, adapt }, tinyMeans());
    const chips = new Uint8Array([...flatColour(14, 16, 30), ...flatColour(10, 40, 35)]);
    const { fc1 } = await model.run(chips, [2, CHIP, CHIP, 3]);
    // Number k is the mean of channel k % 3 times k: (14-10)/2, (16-20)/4, (30-30)/5 of the first chip.
    expect(Array.from(fc1!.subarray(3, 6))).toEqual([6, -4, 0]);
    expect(Array.from(fc1!.subarray(128 + 3, 128 + 6))).toEqual([0, 20, 5]);
    await model.release();
  });
});

describe('what is no such graph', () => {
  it.each([
    ['no protobuf', Buffer.from('not a model at all')],
    ['cut off', tinyMeans().subarray(0, 1000)],
    ['empty', Buffer.alloc(0)],
  ])('is refused: %s', (_, bytes) => {
    expect(() => withUint8Input(bytes, { order: 'rgb', dims: [1, CHIP, CHIP, 3] })).toThrow();
  });

  it('is refused where channels cannot be swapped', () => {
    expect(() => withUint8Input(tinyMeans(), { order: 'bgr', dims: [1, CHIP, CHIP, 3] })).toThrow(
      'convolution',
    );
  });
});
