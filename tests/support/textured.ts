import sharp from 'sharp';

/** A picture with structure everywhere, by its number: of two numbers nothing is alike. Nobody is in it. */
export async function textured(number: number, width = 600, height = 400): Promise<Buffer> {
  let state = number * 7919 + 1;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const noise = (columns: number, rows: number) =>
    sharp(
      Uint8Array.from({ length: 3 * columns * rows }, () => 40 + 170 * random()),
      {
        raw: { width: columns, height: rows, channels: 3 },
      },
    )
      .resize(width, height, { kernel: 'cubic' })
      .raw()
      .toBuffer();
  const [coarse, fine] = [await noise(12, 8), await noise(60, 40)];
  const pixels = coarse.map((value, i) => (2 * value + fine[i]!) / 3);
  return sharp(Buffer.from(pixels), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}
