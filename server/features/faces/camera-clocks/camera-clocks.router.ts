import { answerClockInput, cameraClocks, undoClockInput } from '#server/contract/schemas/camera-clocks.ts';
import { byId } from '#server/contract/schemas/common.ts';
import { guardGallery } from '#server/features/galleries/galleries/guard-gallery.ts';
import { router } from '#server/trpc/trpc.ts';
import { describeClocks } from './camera-clocks.repository.ts';
import { answerClock, undoClock } from './correct-clock.ts';

export const cameraClocksRouter = router({
  get: guardGallery('editPeople', byId)
    .meta({ summary: 'Whether clocks of cameras in a gallery seem to differ, and which were corrected' })
    .output(cameraClocks)
    // Compared anew only once something was written: a large gallery takes some tenths of a second.
    .query(({ ctx }) =>
      ctx.recall(`clocks in ${ctx.gallery.id}`, () => describeClocks(ctx.db, ctx.gallery.id)),
    ),

  answer: guardGallery('editPeople', answerClockInput)
    .meta({
      summary: 'Correct the clock of a camera for the photos of a gallery, or leave it',
      errors: ['edit_conflict'],
    })
    .output(cameraClocks)
    .mutation(async ({ ctx, input }) => {
      await answerClock(ctx, input);
      return describeClocks(ctx.db, ctx.gallery.id);
    }),

  undo: guardGallery('editPeople', undoClockInput)
    .meta({ summary: 'Show photos of a camera at the times that their files say' })
    .output(cameraClocks)
    .mutation(async ({ ctx, input }) => {
      await undoClock(ctx, input.camera);
      return describeClocks(ctx.db, ctx.gallery.id);
    }),
});
