import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawLinkCard } from '#ml/imaging/draw-link-card.ts';
import { thumbhash } from '#ml/imaging/thumbhash.ts';

const flat = (value: number) =>
  thumbhash({ data: Buffer.alloc(300, value), width: 10, height: 10, channels: 3 });

test('a letter without an outline loses its accent, or is left out', async () => {
  const [plain, accented, none, unknown] = await Promise.all(
    ['E', 'É', '', '🙂Ж'].map((letters) => drawLinkCard(letters, null)),
  );
  expect(accented!.equals(plain!)).toBe(true);
  expect(unknown!.equals(none!)).toBe(true);
  expect(plain!.equals(none!)).toBe(false);
});

test.each(['TSV', 'ÖÄÜ', 'MWM', '1I9'])('%s stands in the middle', async (letters) => {
  const { info } = await sharp(await drawLinkCard(letters, null))
    .trim({ threshold: 60 })
    .toBuffer({ resolveWithObject: true });
  const left = -info.trimOffsetLeft!;
  expect(Math.abs(left - (1200 - left - info.width))).toBeLessThan(40);
  expect(info.width).toBeLessThan(800);
  expect(-info.trimOffsetTop!).toBeGreaterThan(50);
});

test('white letters are read on a white photo', async () => {
  const { data } = await sharp(await drawLinkCard('I', flat(255)))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Contrast 3, which large letters need, to white.
  expect(data[0]).toBeLessThan(149);
});
