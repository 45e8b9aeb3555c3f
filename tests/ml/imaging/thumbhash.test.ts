import sharp, { type Sharp } from 'sharp';
import { thumbHashToAverageRGBA, thumbHashToRGBA } from 'thumbhash';
import { describe, expect, it } from 'vitest';
import type { RawPixels } from '#ml/imaging/assign-colour-profile.ts';
import { thumbhash } from '#ml/imaging/thumbhash.ts';
import { samplePath } from '../golden/inputs.ts';

async function pixels(picture: Sharp): Promise<RawPixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: 3 };
}

const hashOf = (found: string) => Buffer.from(found, 'base64');

describe('a thumbhash', () => {
  it.each([1, 4, 6])('of sample %i shows the picture blurred', async (index) => {
    const picture = sharp(samplePath(index)).resize(320, 320, { fit: 'inside' });
    const small = await pixels(picture);
    const { w, h, rgba } = thumbHashToRGBA(hashOf(thumbhash(small)));
    const wanted = await sharp(small.data, { raw: { width: small.width, height: small.height, channels: 3 } })
      .resize(w, h, { fit: 'fill' })
      .blur(2.5)
      .raw()
      .toBuffer();
    let error = 0;
    for (let i = 0; i < w * h; i += 1)
      for (let c = 0; c < 3; c += 1) error += Math.abs(rgba[4 * i + c]! - wanted[3 * i + c]!) / (3 * w * h);
    expect(error).toBeLessThan(16);
  });

  it.each([
    [1, 1],
    [3, 320],
    [320, 3],
    [19, 7],
    [33, 21],
  ])('of one colour, %i x %i, has this colour', (width, height) => {
    const data = Buffer.from(Array.from({ length: width * height }, () => [200, 100, 40]).flat());
    const { r, g, b, a } = thumbHashToAverageRGBA(hashOf(thumbhash({ data, width, height, channels: 3 })));
    for (const [found, wanted] of [
      [r, 200],
      [g, 100],
      [b, 40],
      [a, 255],
    ] as const)
      expect(Math.abs(found * 255 - wanted)).toBeLessThan(6);
  });
});
