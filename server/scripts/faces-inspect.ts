/**
 * `npm run faces:inspect -- <id of a photo> [out.png]`: draws the stored faces of a photo with grades and people.
 * `npm run faces:inspect -- <picture file> <out.jpg>`: draws what the engine sees in a file (ml/scripts/inspect.ts).
 */
import sharp from 'sharp';
import { isId } from '#server/ids.ts';
import { renditionKey } from '#server/storage/storage-keys.ts';
import { drawFaces } from './operator/draw-faces.ts';
import { asCommand, OperatorError, withInstallation } from './operator/run.ts';

const [wanted = '', output = `${wanted}.png`] = process.argv.slice(2);
if (wanted && !isId(wanted)) await import('#ml/scripts/inspect.ts');
else await asCommand(inspectPhoto);

function inspectPhoto(): Promise<number> {
  if (!wanted) throw new OperatorError('Which photo? npm run faces:inspect -- <id of a photo> [out.png]');
  return withInstallation(async ({ db, store }) => {
    const photo = await db
      .selectFrom('photo')
      .innerJoin('face_job', 'face_job.photo_id', 'photo.id')
      .select(['photo.id', 'rendition_version', 'status', 'attempts', 'error_reason', 'pipeline_version'])
      .where('photo.id', '=', wanted)
      .executeTakeFirst();
    if (!photo) throw new OperatorError(`There is no photo ${wanted}.`);
    const faces = await db
      .selectFrom('face')
      .leftJoin('assignment', 'assignment.face_id', 'face.id')
      .leftJoin('person', 'person.id', 'assignment.person_id')
      .select(['x', 'y', 'w', 'h', 'landmarks', 'score', 'size_px', 'blur', 'yaw', 'grade', 'is_current'])
      .select(['person.name', 'person.number', 'assignment.source'])
      .where('face.photo_id', '=', photo.id)
      .orderBy('x')
      .execute();
    const key = renditionKey(photo.id, 'large', photo.rendition_version);
    await store.withLocalFile(key, async (path) => {
      const picture = sharp(path);
      const { width, height } = await picture.metadata();
      await picture
        .composite([{ input: drawFaces(faces, width, height) }])
        .png()
        .toFile(output);
    });
    console.log(
      `${photo.status} after ${photo.attempts} tries, ${photo.pipeline_version ?? photo.error_reason}`,
    );
    console.log(`${faces.length} faces drawn into ${output}`);
    return 0;
  });
}
