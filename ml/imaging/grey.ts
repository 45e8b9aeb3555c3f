import sharp from 'sharp';

/** Grey levels of 0 to 255, or what was made of them. */
export interface Grey {
  data: Float32Array;
  /** The lightest of the three colours: it is cut off first. */
  peak?: Float32Array;
  width: number;
  height: number;
}

export async function readGrey(path: string, longSide: number): Promise<Grey> {
  const { data, info } = await sharp(path)
    .resize({ width: longSide, height: longSide, fit: 'inside' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Float32Array(info.width * info.height);
  const peak = new Float32Array(pixels.length);
  for (let i = 0; i < pixels.length; i += 1) {
    const [red, green, blue] = [0, 1, 2].map(
      (colour) => data[i * info.channels + Math.min(colour, info.channels - 1)]!,
    );
    pixels[i] = 0.299 * red! + 0.587 * green! + 0.114 * blue!;
    peak[i] = Math.max(red!, green!, blue!);
  }
  return { data: pixels, peak, width: info.width, height: info.height };
}

/** Means of cells. */
export function reduce({ data, width, height }: Grey, longSide: number): Grey {
  const scale = Math.min(1, longSide / Math.max(width, height));
  const columns = Math.max(1, Math.round(width * scale));
  const rows = Math.max(1, Math.round(height * scale));
  const sums = new Float32Array(columns * rows);
  const counts = new Float32Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    const first = Math.floor((y * rows) / height) * columns;
    for (let x = 0; x < width; x += 1) {
      const cell = first + Math.floor((x * columns) / width);
      sums[cell]! += data[y * width + x]!;
      counts[cell]! += 1;
    }
  }
  return { data: sums.map((sum, i) => sum / counts[i]!), width: columns, height: rows };
}

/** Means of the squares around each pixel. */
export function blur({ data, width, height }: Grey, radius: number): Grey {
  const along = (from: Float32Array, length: number, lines: number, step: number, jump: number) => {
    const to = new Float32Array(from.length);
    for (let line = 0; line < lines; line += 1) {
      const at = line * jump;
      let sum = 0;
      let count = 0;
      for (let i = 0; i < Math.min(radius, length); i += 1, count += 1) sum += from[at + i * step]!;
      for (let i = 0; i < length; i += 1) {
        if (i + radius < length) {
          sum += from[at + (i + radius) * step]!;
          count += 1;
        }
        if (i - radius > 0) {
          sum -= from[at + (i - radius - 1) * step]!;
          count -= 1;
        }
        to[at + i * step] = sum / count;
      }
    }
    return to;
  };
  const rows = along(data, width, height, 1, width);
  return { data: along(rows, height, width, width, 1), width, height };
}

/** Light and contrast of the surroundings taken out. */
export function flatten(grey: Grey, radius: number): Grey {
  const mean = blur(grey, radius).data;
  const squares = blur({ ...grey, data: grey.data.map((value) => value * value) }, radius).data;
  const data = grey.data.map(
    (value, i) => (value - mean[i]!) / Math.sqrt(Math.max(0, squares[i]! - mean[i]! ** 2) + NOISE ** 2),
  );
  return { ...grey, data };
}

/** In grey levels: less than this is no structure. */
const NOISE = 3;
/** The darkest and lightest of the nine pixels around each. */
export function extremes({ data, peak = data, width, height }: Grey): {
  darkest: Float32Array;
  lightest: Float32Array;
} {
  const darkest = Float32Array.from(data);
  const lightest = Float32Array.from(peak);
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const i = y * width + x;
      for (const row of [i - width, i, i + width])
        for (let near = row - 1; near <= row + 1; near += 1) {
          darkest[i] = Math.min(darkest[i]!, data[near]!);
          lightest[i] = Math.max(lightest[i]!, peak[near]!);
        }
    }
  return { darkest, lightest };
}

/** With the same mean and contrast, whatever light it was made with. */
export function standardise(grey: Grey): Grey {
  const mean = grey.data.reduce((sum, v) => sum + v, 0) / grey.data.length;
  const std = Math.sqrt(grey.data.reduce((sum, v) => sum + (v - mean) ** 2, 0) / grey.data.length);
  return { ...grey, data: grey.data.map((v) => (50 * (v - mean)) / Math.max(1, std)) };
}
/** The value at a place between pixels, of the four around it. */
export function between(data: Float32Array, width: number, height: number, x: number, y: number): number {
  const left = Math.min(Math.floor(x), width - 2 < 0 ? 0 : width - 2);
  const top = Math.min(Math.floor(y), height - 2 < 0 ? 0 : height - 2);
  const dx = x - left;
  const dy = y - top;
  const i = top * width + left;
  return (
    (data[i]! * (1 - dx) + data[i + 1]! * dx) * (1 - dy) +
    (data[i + width]! * (1 - dx) + data[i + width + 1]! * dx) * dy
  );
}
