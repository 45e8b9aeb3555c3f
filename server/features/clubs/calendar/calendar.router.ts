import { calendarFeed } from '#server/contract/schemas/calendar.ts';
import { done } from '#server/contract/schemas/common.ts';
import { doneAfter, router, signedIn } from '#server/trpc/trpc.ts';
import { deleteFeed } from './calendar.repository.ts';
import { createFeed, getFeed } from './calendar-feed.ts';

export const calendarRouter = router({
  get: signedIn('answers the viewer only')
    .meta({ summary: "The address of the viewer's calendar feed" })
    .output(calendarFeed)
    .query(({ ctx }) => getFeed(ctx)),

  create: signedIn('changes the viewer only')
    .meta({ summary: 'Make an address for the calendar feed; the one before ends' })
    .output(calendarFeed)
    .mutation(({ ctx }) => createFeed(ctx)),

  remove: signedIn('changes the viewer only')
    .meta({ summary: 'End the address of the calendar feed' })
    .output(done)
    .mutation(({ ctx }) => doneAfter(deleteFeed(ctx.db, ctx.viewer.id))),
});
