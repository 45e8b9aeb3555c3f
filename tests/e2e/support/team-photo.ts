import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { samplePhotos } from './test-data.ts';

const TEAM = 18;
const COLUMNS = 6;
const CELL = { width: 400, height: 480 };
const HEAD = 300;
/** How much of the sample photo around a face comes with it, in sizes of the face. */
const AROUND = 1.5;

type Stages = { yunet: Record<string, { box: [number, number, number, number] }[]> };

/** A photo of a team in three rows, made of the faces of the sample photos. */
export async function drawTeam(folder: string): Promise<string> {
  const golden = new URL('../../ml/golden/pipeline-stages.json', import.meta.url);
  const { yunet }: Stages = JSON.parse(await readFile(golden, 'utf8'));
  const heads: Buffer[] = [];
  for (const [at, file] of samplePhotos.entries()) {
    const { width, height } = await sharp(file).metadata();
    for (const { box } of yunet[at + 1] ?? []) {
      const [x, y, w, h] = box;
      const side = Math.round(AROUND * Math.max(w * width, h * height));
      const from = (middle: number, all: number) =>
        Math.round(Math.min(all - side, Math.max(0, middle - side / 2)));
      const left = from((x + w / 2) * width, width);
      const top = from((y + h / 2) * height, height);
      heads.push(
        await sharp(file).extract({ left, top, width: side, height: side }).resize(HEAD, HEAD).toBuffer(),
      );
    }
  }
  const team = heads.slice(0, TEAM);
  const rows = Math.ceil(TEAM / COLUMNS);
  const path = join(folder, 'team.jpg');
  await sharp({
    create: { width: COLUMNS * CELL.width, height: rows * CELL.height, channels: 3, background: '#7a8a6a' },
  })
    .composite(
      team.map((input, at) => ({
        input,
        left: (at % COLUMNS) * CELL.width + (CELL.width - HEAD) / 2,
        // Nobody is as tall as the next.
        top: Math.floor(at / COLUMNS) * CELL.height + 40 + (at % 3) * 40,
      })),
    )
    .jpeg({ quality: 92 })
    .toFile(path);
  return path;
}
