/** Photos as photographers edit them after they delivered them. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** The others of the labelled photos are single faces of 150 pixels. */
const LEAST_PX = 400;

/** Numbers from 0 to 1, the same at each run. */
export function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** The paths of the pictures below a folder that are no single faces. */
export async function listLargePhotos(root: string): Promise<string[]> {
  const files = (await readdir(root, { recursive: true }))
    .filter((file) => /\.(jpg|png)$/.test(file))
    .sort()
    .map((file) => path.join(root, file));
  const photos: string[] = [];
  for (const file of files) {
    const { width, height } = await sharp(file).metadata();
    if (Math.max(width, height) >= LEAST_PX) photos.push(file);
  }
  return photos;
}

/** Of the pixels that are not white already. */
const MOST_WHITENED = 0.2;
const GAMMA = 2.2;

/** So many steps of light leave what can be seen: photographers send no edit in which most of that is white. */
function mostSteps({ data, channels }: { data: Buffer; channels: number }): number {
  const counts = new Array<number>(256).fill(0);
  // A pixel is white when the darkest of its colours is.
  for (let at = 0; at < data.length; at += channels) counts[Math.min(...data.subarray(at, at + 3))]! += 1;
  let left = MOST_WHITENED * (data.length / channels - counts[255]!);
  let lightest = 254;
  for (; lightest > 0 && left >= counts[lightest]!; lightest -= 1) left -= counts[lightest]!;
  return lightest === 0 ? Number.POSITIVE_INFINITY : -GAMMA * Math.log2((lightest + 0.5) / 255);
}

/** Up to 1.5 steps of light, but at most a fifth of it turned white; crops of up to 30 % of each side, turns by quarters. */
export async function editShot(photo: string | Buffer, random: () => number): Promise<Buffer> {
  const wanted = 3 * (random() - 0.5);
  const { data, info } = await sharp(photo)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const steps = Math.min(wanted, mostSteps({ data, channels: info.channels }));
  const light = Uint8Array.from({ length: 256 }, (_, i) =>
    Math.round(255 * Math.min(1, (i / 255) ** GAMMA * 2 ** steps) ** (1 / GAMMA)),
  );
  const [width, height] = [info.width, info.height].map((side) => Math.round(side * (1 - 0.3 * random())));
  const pixels = data.map((value) => light[value]!);
  const { channels } = info;
  const cropped = await sharp(pixels, { raw: { width: info.width, height: info.height, channels } })
    .extract({
      left: Math.floor(random() * (info.width - width!)),
      top: Math.floor(random() * (info.height - height!)),
      width: width!,
      height: height!,
    })
    .png()
    .toBuffer();
  const turned = sharp(cropped).rotate(random() < 0.3 ? 90 * Math.floor(1 + 3 * random()) : 0);
  return turned.jpeg({ quality: 60 + Math.floor(38 * random()) }).toBuffer();
}
