import { CHIP_PX } from './align.ts';
import type { Models } from './describe-faces.ts';
import { detect } from './detect.ts';
import { embed } from './embed.ts';

const GREY = 128;

/** Runs every net once, so that the first photo does not pay for allocation and no broken model is called ready. */
export async function warmUp({ detector, recogniser }: Models): Promise<void> {
  const image = { data: new Uint8Array(3 * 960 * 720).fill(GREY), widthPx: 960, heightPx: 720 };
  await detect(detector, image, { minConfidence: 0.5, minSizeRatio: 0 });
  const chip = new Uint8Array(3 * CHIP_PX ** 2).fill(GREY);
  await embed(recogniser, [[chip, chip]]);
}
