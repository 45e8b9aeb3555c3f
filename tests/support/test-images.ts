import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Four quarters: red, green / blue, yellow. Muted, so that a wrong colour profile shows. */
export const QUARTERS = [
  [200, 60, 50],
  [60, 180, 70],
  [50, 70, 200],
  [210, 200, 60],
] as const;

/** The test picture, upright. */
export function quarters(width = 96, height = 64): Sharp {
  const row = (left: Buffer, right: Buffer) =>
    Buffer.concat([
      Buffer.alloc(3 * Math.ceil(width / 2), left),
      Buffer.alloc(3 * Math.floor(width / 2), right),
    ]);
  const [red, green, blue, yellow] = QUARTERS.map((colour) => Buffer.from(colour)) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  return pictureOf(width, [
    [Math.ceil(height / 2), row(red, green)],
    [Math.floor(height / 2), row(blue, yellow)],
  ]);
}

/** A picture of equal rows below each other: pixels set one by one take seconds in a large one. */
export function pictureOf(width: number, parts: readonly [height: number, row: Buffer][]): Sharp {
  const height = parts.reduce((sum, [rows]) => sum + rows, 0);
  const data = Buffer.allocUnsafe(height * width * 3);
  let at = 0;
  for (const [rows, row] of parts) {
    const end = at + rows * row.length;
    data.fill(row, at, end);
    at = end;
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** How to store the upright picture so that viewing it with this EXIF orientation shows it upright. */
export function storedFor(orientation: number, picture: Sharp): Sharp {
  switch (orientation) {
    case 2:
      return picture.flop();
    case 3:
      return picture.rotate(180);
    case 4:
      return picture.flip();
    // sharp mirrors before it turns, whatever the order of the calls.
    case 5:
      return picture.flop().rotate(270);
    case 6:
      return picture.rotate(270);
    case 7:
      return picture.flop().rotate(90);
    case 8:
      return picture.rotate(90);
    default:
      return picture;
  }
}

/** Private metadata whose traces tests look for. */
export const SECRET_EXIF = {
  IFD0: { Make: 'SECRET-CAMERA', ImageDescription: 'SECRET-NAME' },
  IFD2: { DateTimeOriginal: '2024:05:06 07:08:09', OffsetTimeOriginal: '+02:00' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 8/1 0/1' },
};

/** Whether the four quarters are where they belong, in their colours. */
export async function looksUpright(file: string | Buffer): Promise<boolean> {
  const { data, info } = await sharp(file)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const corners = [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ] as const;
  return corners.every(([x, y], corner) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return QUARTERS[corner]!.every((value, channel) => Math.abs(data[at + channel]! - value) <= 12);
  });
}

/** A PNG with a chunk put after its header. */
export function withPngChunk(png: Buffer, name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

/** The picture with a header that claims another size. */
export function withPngSize(png: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29);
  return changed;
}

/** Compressed text that inflates to so many bytes: decoders inflate it before any pixel limit applies. */
export function textBomb(bytes: number): Buffer {
  return Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes, 0x20))]);
}
