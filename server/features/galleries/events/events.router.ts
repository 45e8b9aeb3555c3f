import { AppError } from '#server/contract/app-error.ts';
import { byId, done } from '#server/contract/schemas/common.ts';
import {
  createEventInput,
  eventClubInput,
  eventClubs,
  eventDetail,
  eventListInput,
  eventPage,
  setEventClubsInput,
  updateEventInput,
} from '#server/contract/schemas/events.ts';
import { requireId } from '#server/ids.ts';
import type { RequestContext, SignedIn } from '#server/trpc/request-context.ts';
import { doneAfter, router, signedIn, withPermission } from '#server/trpc/trpc.ts';
import { deleteEvent } from './delete-event.ts';
import { findEvent, listEventClubs, listEvents, mayRemoveClub } from './events.repository.ts';
import { guardEvent } from './guard-event.ts';
import { createEvent, removeEventClub, setEventClubs, updateEvent } from './save-event.ts';

async function detail(ctx: RequestContext & { viewer: SignedIn }, id: string) {
  const event = await findEvent(ctx.db, ctx.viewer, ctx.clock.today(), id);
  if (!event) throw new AppError('event_not_found');
  return { ...event, clubs: await listEventClubs(ctx.db, id) };
}

export const eventsRouter = router({
  list: signedIn('events are open to every member')
    .meta({ summary: 'Events, filtered by text, club and date', errors: ['club_not_found', 'field_invalid'] })
    .input(eventListInput)
    .output(eventPage)
    .query(({ ctx, input }) => {
      const club_id = input.club_id && requireId(input.club_id, 'club_not_found');
      return listEvents(ctx.db, ctx.viewer, ctx.clock.today(), { ...input, club_id });
    }),

  mine: signedIn('lists what the viewer created')
    .meta({ summary: 'Events the viewer created', errors: ['field_invalid'] })
    .input(eventListInput)
    .output(eventPage)
    .query(({ ctx, input }) => {
      const club_id = input.club_id && requireId(input.club_id, 'club_not_found');
      return listEvents(ctx.db, ctx.viewer, ctx.clock.today(), { ...input, club_id, mine: true });
    }),

  get: guardEvent('read', byId)
    .meta({ summary: 'One event with its clubs' })
    .output(eventDetail)
    .query(({ ctx }) => detail(ctx, ctx.event.id)),

  create: withPermission('event.create', 'event_create_forbidden')
    .meta({ summary: 'Create an event', errors: ['event_slug_taken', 'club_not_found', 'field_invalid'] })
    .input(createEventInput)
    .output(eventDetail)
    .mutation(async ({ ctx, input }) => detail(ctx, await createEvent(ctx, input))),

  update: guardEvent('manage', updateEventInput)
    .meta({ summary: 'Change the fields that are sent', errors: ['event_slug_taken'] })
    .output(eventDetail)
    .mutation(async ({ ctx, input }) => {
      await updateEvent(ctx, ctx.event, input);
      return detail(ctx, ctx.event.id);
    }),

  delete: guardEvent('delete', byId)
    .meta({ summary: 'Delete an event without galleries', errors: ['event_has_galleries'] })
    .output(done)
    .mutation(({ ctx }) => doneAfter(deleteEvent(ctx, ctx.event))),

  clubs: guardEvent('read', byId)
    .meta({ summary: 'The clubs of an event' })
    .output(eventClubs)
    .query(async ({ ctx }) => ({ clubs: await listEventClubs(ctx.db, ctx.event.id) })),

  setClubs: guardEvent('manage', setEventClubsInput)
    .meta({ summary: 'Make the clubs of an event exactly these', errors: ['club_not_found'] })
    .output(eventClubs)
    .mutation(async ({ ctx, input }) => {
      await setEventClubs(ctx, ctx.event, input);
      return { clubs: await listEventClubs(ctx.db, ctx.event.id) };
    }),

  removeClub: guardEvent('removeClub', eventClubInput)
    .meta({
      summary: 'Take a club off an event; its own administrators may too',
      errors: ['event_club_not_found'],
    })
    .output(eventClubs)
    .mutation(async ({ ctx, input }) => {
      if (!mayRemoveClub(ctx.viewer, ctx.event, input.club_id.toLowerCase()))
        throw new AppError('event_forbidden');
      await removeEventClub(ctx, ctx.event, input.club_id);
      return { clubs: await listEventClubs(ctx.db, ctx.event.id) };
    }),
});
