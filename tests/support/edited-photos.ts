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

/** Up to 1.5 steps of light, crops of up to 30 % of each side, turns by quarters. */
export async function editShot(photo: string | Buffer, random: () => number): Promise<Buffer> {
  const light = Uint8Array.from({ length: 256 }, () => 0);
  const steps = 3 * (random() - 0.5);
  for (let i = 0; i < 256; i += 1) {
    const linear = Math.min(1, (i / 255) ** 2.2 * 2 ** steps);
    light[i] = Math.round(255 * linear ** (1 / 2.2));
  }
  const { data, info } = await sharp(photo)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
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
