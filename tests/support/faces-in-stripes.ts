import sharp from 'sharp';
import { saveFaces } from '#server/features/faces/recognition/save-faces.repository.ts';
import { foundFace, testRecogniser } from './faces.ts';
import type { PhotoApp } from './photo-app.ts';
import { pictureOf, SECRET_EXIF } from './test-images.ts';

/** Photos of stripes, in which a blurred face shows at every size. */
const [WIDTH, HEIGHT, STRIPE] = [960, 720, 24];
/** Height of the line that tells one from the other, and what it is made of. */
const [MARK, BITS] = [48, 16];
const SIZE = { w: 0.15, h: 0.2 };
const lefts = [0.08, 0.42, 0.76];

const row = Buffer.alloc(3 * WIDTH, Buffer.from([235, 20].flatMap((grey) => Array(3 * STRIPE).fill(grey))));

async function stripes(number: number): Promise<Buffer> {
  // No two photos have the same bytes, nor the same pixels when they are compressed and reduced: the number in black and white.
  const bits = [...number.toString(2).padStart(BITS, '0')].map((bit) => (bit === '1' ? 255 : 0));
  const first = Buffer.concat(bits.map((grey) => Buffer.alloc((3 * WIDTH) / BITS, grey)));
  return pictureOf(WIDTH, [
    [MARK, first],
    [HEIGHT - MARK, row],
  ])
    .withExif(SECRET_EXIF)
    .png()
    .toBuffer();
}

export interface StripedPhoto {
  id: string;
  filename: string;
  /** Ids by the name of the person, whose place in the photo is that in the list. */
  faces: Record<string, string>;
  people: readonly string[];
}

let uploads = 0;
/** A photo whose analysis has found these people, from left to right; three at most. */
export async function uploadStriped(
  app: PhotoApp,
  gallery: string,
  people: readonly string[],
): Promise<StripedPhoto> {
  uploads += 1;
  const filename = `striped-${uploads}.png`;
  const { id } = (await app.send(await stripes(uploads), { gallery, filename })).body.data;
  const found = people.map((like, i) => foundFace(like, { box: { x: lefts[i]!, y: 0.4, ...SIZE } }));
  await app.ctx.db.transaction().execute(async (trx) => {
    await saveFaces(trx, { id, gallery_id: gallery }, found, {
      recogniser: testRecogniser,
      pipelineVersion: 'test 1',
    });
    await trx
      .updateTable('photo_analysis')
      .set({ status: 'completed', pipeline_version: 'test 1' })
      .where('photo_id', '=', id)
      .execute();
  });
  const rows = await app.ctx.db
    .selectFrom('face')
    .select('id')
    .where('photo_id', '=', id)
    .orderBy('x')
    .execute();
  return { id, filename, people, faces: Object.fromEntries(people.map((like, i) => [like, rows[i]!.id])) };
}

/** Whose faces cannot be seen in a picture of the photo. */
export async function blurredIn(bytes: Uint8Array, { people }: StripedPhoto): Promise<string[]> {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  const row = Math.round(0.5 * info.height) * info.width * info.channels;
  return people.filter((_, i) => {
    const [from, to] = [lefts[i]!, lefts[i]! + SIZE.w].map((x) => Math.round(x * info.width));
    const values = Array.from({ length: to! - from! }, (__, k) => data[row + (from! + k) * info.channels]!);
    return Math.max(...values) - Math.min(...values) < 60;
  });
}
