import { createFaceEngine } from '#ml/index.ts';
import { largeRendition } from '#ml/scripts/make-large-rendition.ts';
import { samplePhoto } from './photos.ts';

/** Many photos through the engine with two workers, as the server calls it. */
export async function benchMemory(modelsDir: string, photos: number) {
  // One by one and no larger than the engine reads them: the camera's pixels belong to another process.
  const renditions: Awaited<ReturnType<typeof largeRendition>>[] = [];
  for (const index of [1, 2, 3, 4, 5, 6]) renditions.push(await largeRendition(samplePhoto(index)));
  const engine = await createFaceEngine({ modelsDir, workers: 2 });
  /** Resident memory of the process with two workers, after each tenth of the photos. */
  const rssMb: number[] = [];
  const step = Math.max(2, Math.floor(photos / 10));
  try {
    for (let tenth = 0; tenth < 10; tenth++) {
      const { detector, recogniser } = engine.defaults;
      let next = 0;
      const lane = async () => {
        while (next < step) {
          const { path } = renditions[next++ % renditions.length]!;
          await engine.analyse({ path, detector, recogniser, minConfidence: 0.6, minSizeRatio: 0.02 });
        }
      };
      await Promise.all([lane(), lane()]);
      rssMb.push(process.memoryUsage().rss / 1e6);
    }
  } finally {
    await engine.close();
    await Promise.all(renditions.map((rendition) => rendition.remove()));
  }
  // Last tenth against the second: the first still fills pools.
  return { photos: 10 * step, rssMb, grownMb: rssMb.at(-1)! - rssMb[1]! };
}
