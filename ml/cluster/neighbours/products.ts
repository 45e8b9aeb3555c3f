/** Products of matrices by onnxruntime, which uses the vector units of the processor. */
import { DATA_TYPE, GraphBuilder } from '../../convert/onnx.ts';
import { inNativeCall } from '../../models/native-calls.ts';
import type { Work } from './pairs-within-distance.ts';

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

/** Does work and answers its wishes. */
export async function withProducts<Result>(work: Work<Result>): Promise<Result> {
  let step = work.next();
  if (step.done) return step.value;
  // Loaded only where it is needed: it takes longer than grouping a few faces.
  const { InferenceSession, Tensor } = await import('../../models/onnxruntime.ts');
  const session = await inNativeCall(() => InferenceSession.create(pairGraph(), OPTIONS));
  while (!step.done) {
    const { rows, others, added, least, width } = step.value;
    const feeds = {
      rows: new Tensor('float32', rows, [least.length, width]),
      others: new Tensor('float32', others, [added.length, width]),
      added: new Tensor('float32', added, [added.length]),
      least: new Tensor('float32', least, [least.length, 1]),
    };
    const { pairs } = await inNativeCall(() => session.run(feeds));
    step = work.next(pairs!.data as Float32Array);
  }
  await session.release();
  return step.value;
}
