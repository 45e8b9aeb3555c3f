/** Wanted pairs by onnxruntime. A module of its own: loading it takes longer than grouping a few faces. */
import { DATA_TYPE, GraphBuilder } from '../../convert/onnx.ts';
import { inNativeCall } from '../../models/native-calls.ts';
import { InferenceSession, Tensor } from '../../models/onnxruntime.ts';
import type { FoundPairs, WantedPairs } from './pairs-within-distance.ts';

/**
 * Answers as `WantedPairs` says. The positions only: the products of a block would be copied into new memory with every call,
 * also where the caller brings the memory for them.
 */
function pairGraph(): Buffer {
  const graph = new GraphBuilder('pairs');
  const rows = graph.input('rows', DATA_TYPE.float, ['m', 'width']);
  const others = graph.input('others', DATA_TYPE.float, ['n', 'width']);
  const added = graph.input('added', DATA_TYPE.float, ['n']);
  const least = graph.input('least', DATA_TYPE.float, ['m', 1]);
  const products = graph.add('Gemm', [rows, others, added], { transB: 1 });
  const pairs = graph.add('NonZero', [graph.add('GreaterOrEqual', [products, least])]);
  graph.output(graph.add('Cast', [pairs], { to: DATA_TYPE.float }), 'pairs', [2, 'found']);
  return graph.toBytes();
}

/** One thread, as for recognition (ml/models/inference-session.ts). */
const OPTIONS = { intraOpNumThreads: 1, interOpNumThreads: 1, enableMemPattern: false } as const;

export async function createPairSession() {
  const session = await inNativeCall(() => InferenceSession.create(pairGraph(), OPTIONS));
  return {
    async find({ rows, others, added, least, width }: WantedPairs): Promise<FoundPairs> {
      const feeds = {
        rows: new Tensor('float32', rows, [least.length, width]),
        others: new Tensor('float32', others, [added.length, width]),
        added: new Tensor('float32', added, [added.length]),
        least: new Tensor('float32', least, [least.length, 1]),
      };
      const { pairs } = await inNativeCall(() => session.run(feeds));
      return pairs!.data as Float32Array;
    },
    release: () => session.release(),
  };
}
