import type { z } from 'zod';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import type { answerClockInput } from '#server/contract/schemas/camera-clocks.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { findClockQuestion } from './camera-clocks.repository.ts';

type Dependencies = Needs<'db' | 'bus' | 'clock'> & { viewer: SignedIn; gallery: { id: string } };

/**
 * Keeps the answer about two clocks; the times of photos follow by a trigger, those of photos that come later too.
 * @throws AppError edit_conflict where another question is asked by now
 */
export async function answerClock(
  { db, bus, clock, viewer, gallery }: Dependencies,
  { question: asked, wrong }: Pick<z.output<typeof answerClockInput>, 'question' | 'wrong'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('gallery').select('id').where('id', '=', gallery.id).forUpdate().executeTakeFirst();
    const question = await findClockQuestion(trx, gallery.id);
    if (JSON.stringify(question) !== JSON.stringify(asked)) throw new AppError('edit_conflict');
    const { camera, reference, late_by_s } = asked;
    const answered = { gallery_id: gallery.id, answered_by: viewer.id, answered_at: clock.now() };
    await trx
      .insertInto('camera_clock')
      .values({ ...answered, camera, late_by_s, is_applied: wrong === 'camera' })
      .execute();
    if (wrong === 'reference')
      await trx
        .insertInto('camera_clock')
        .values({ ...answered, camera: reference, late_by_s: -late_by_s, is_applied: true })
        .onConflict((same) =>
          same.columns(['gallery_id', 'camera']).doUpdateSet({ late_by_s: -late_by_s, is_applied: true }),
        )
        .execute();
  });
  bus.publish({ topic: `gallery:${gallery.id}`, kind: 'photos' });
}

/** Photos are shown at the times that their files say. */
export async function undoClock({ db, bus, gallery }: Dependencies, camera: string): Promise<void> {
  await db
    .updateTable('camera_clock')
    .set({ is_applied: false })
    .where('gallery_id', '=', gallery.id)
    .where('camera', '=', camera)
    .execute();
  bus.publish({ topic: `gallery:${gallery.id}`, kind: 'photos' });
}
