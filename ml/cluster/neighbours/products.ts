/** Products of matrices by onnxruntime, which uses the vector units of the processor. */
import type { Work } from './pairs-within-distance.ts';

/** Does work and answers its wishes. */
export async function withProducts<Result>(work: Work<Result>): Promise<Result> {
  let step = work.next();
  if (step.done) return step.value;
  const { createPairSession } = await import('./pair-session.ts');
  const session = await createPairSession();
  while (!step.done) step = work.next(await session.find(step.value));
  await session.release();
  return step.value;
}
