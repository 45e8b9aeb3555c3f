/**
 * `npm run faces:inspect -- <id of a photo> [out.png]`: draws the stored faces of a photo with grades and people.
 * `npm run faces:inspect -- <picture file> <out.jpg>`: draws what the engine sees in a file (ml/scripts/inspect-picture-file.ts).
 */
import sharp from 'sharp';
import { findAnalysis } from '#server/features/faces/recognition/photo-analysis-reports.repository.ts';
import { isId } from '#server/ids.ts';
import { renditionKey } from '#server/storage/storage-keys.ts';
import { drawFaces } from './support/draw-faces.ts';
import { asCommand, OperatorError, withInstallation } from './support/run-operator-command.ts';

const [wanted = '', output = `${wanted}.png`] = process.argv.slice(2);
if (wanted && !isId(wanted)) await import('#ml/scripts/inspect-picture-file.ts');
else await asCommand(inspectPhoto);

function inspectPhoto(): Promise<number> {
  if (!wanted) throw new OperatorError('Which photo? npm run faces:inspect -- <id of a photo> [out.png]');
  return withInstallation(async ({ db, store }) => {
    const photo = await db
      .selectFrom('photo')
      .select(['id', 'rendition_version'])
      .where('id', '=', wanted)
      .executeTakeFirst();
    const analysis = await findAnalysis(db, wanted);
    if (!photo || !analysis) throw new OperatorError(`There is no photo ${wanted}.`);
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
      `${analysis.status} after ${analysis.attempts} attempts, ${analysis.pipeline_version ?? analysis.error_reason}`,
    );
    console.log(`${faces.length} faces drawn into ${output}`);
    return 0;
  });
}
