import { type Kysely, sql, type Transaction } from 'kysely';
import type { CameraClocks, ClockQuestion } from '#server/contract/schemas/camera-clocks.ts';
import type { DB } from '#server/db/tables.ts';
import { clockDifference, type Sighting } from './clock-difference.ts';

type Executor = Kysely<DB> | Transaction<DB>;

/** The cameras of a gallery, that with most photos first. */
async function listCameras(db: Executor, galleryId: string) {
  const { rows } = await sql<{ camera: string; is_answered: boolean }>`
    select photo.camera, exists (select from camera_clock answered
      where answered.gallery_id = ${galleryId}::uuid and answered.camera = photo.camera) as is_answered
    from photo where photo.gallery_id = ${galleryId}::uuid and photo.camera <> ''
    group by photo.camera order by count(*) desc, photo.camera`.execute(db);
  return rows;
}

async function listSightings(
  db: Executor,
  galleryId: string,
  cameras: readonly string[],
): Promise<Sighting[]> {
  const { rows } = await sql<Sighting>`
    select photo.camera, photo.id as photo, placed.person_id as person, extract(epoch from photo.taken_at)::float8 as at
    from photo join face on face.photo_id = photo.id join assignment placed on placed.face_id = face.id
    where photo.gallery_id = ${galleryId}::uuid and photo.camera = any(${[...cameras]}::text[])
      and photo.taken_at is not null and length(photo.taken_at_local) > ${DAY_LENGTH}`.execute(db);
  return rows;
}
const DAY_LENGTH = 10;

/** The first camera about which nobody has answered and whose clock differs from that with most photos. */
export async function findClockQuestion(db: Executor, galleryId: string): Promise<ClockQuestion | null> {
  const [reference, ...others] = await listCameras(db, galleryId);
  const unanswered = others.filter(({ is_answered }) => !is_answered).map(({ camera }) => camera);
  if (!reference || unanswered.length === 0) return null;
  const sightings = await listSightings(db, galleryId, [reference.camera, ...unanswered]);
  for (const camera of unanswered) {
    const late_by_s = clockDifference(sightings, camera, reference.camera);
    if (late_by_s !== undefined) return { camera, reference: reference.camera, late_by_s };
  }
  return null;
}

const listCorrectedClocks = (db: Executor, galleryId: string) =>
  db
    .selectFrom('camera_clock')
    .select(['camera', 'late_by_s'])
    .where('gallery_id', '=', galleryId)
    .where('is_applied', '=', true)
    .orderBy('answered_at')
    .orderBy('camera')
    .execute();

export const describeClocks = async (db: Executor, galleryId: string): Promise<CameraClocks> => ({
  question: await findClockQuestion(db, galleryId),
  corrected: await listCorrectedClocks(db, galleryId),
});
