import { z } from 'zod';
import { inputLimits } from '../input-limits.ts';
import {
  calendarDate,
  description,
  flag,
  id,
  idList,
  page,
  search,
  seen,
  slug,
  text,
  timestamp,
} from './common.ts';

export const eventClub = z.object({
  id: z.string(),
  name: z.string(),
  sport_type: z.string(),
  member_count: z.number(),
});

const event = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  event_date: z.string(),
  location: z.string().nullable(),
  is_past: z.boolean(),
  created_by: z.string().nullable(),
  created_by_username: z.string().nullable(),
  created_at: timestamp,
  club_ids: z.array(z.string()),
  /** Clubs that are asked and do not count yet, for those who manage the event. */
  pending_club_ids: z.array(z.string()),
  club_names: z.string(),
  club_count: z.number(),
  /** The clubs that the viewer may take off it: all, or those of which they are an administrator. */
  removable_clubs: z.array(z.object({ id: z.string(), name: z.string() })),
  gallery_count: z.number(),
  photo_count: z.number(),
  permissions: z.object({ can_manage: z.boolean(), can_delete: z.boolean(), can_add_gallery: z.boolean() }),
});
export type Event = z.output<typeof event>;
export const eventDetail = event.extend({ clubs: z.array(eventClub) });
export type EventDetail = z.output<typeof eventDetail>;

export const eventListInput = z.object({
  ...page(200),
  search,
  club_id: id.optional(),
  from_date: calendarDate.optional(),
  to_date: calendarDate.optional(),
  mine: flag.optional(),
});
export const eventPage = z.object({
  events: z.array(event),
  total: z.number(),
  stats: z.object({ total: z.number(), upcoming: z.number(), mine: z.number() }),
});

const eventName = text({
  required: 'Name is required',
  min: [inputLimits.eventNameMin, `Name must be at least ${inputLimits.eventNameMin} characters`],
  max: inputLimits.nameMax,
});
const location = text({ max: inputLimits.nameMax });
const eventDate = calendarDate;

export const createEventInput = z.object({
  name: eventName,
  slug,
  description: description.default(''),
  event_date: eventDate,
  location: location.nullish(),
  club_ids: idList.default([]),
});
export const updateEventInput = z.object({
  id,
  name: eventName.optional(),
  slug: slug.optional(),
  description: description.optional(),
  event_date: eventDate.optional(),
  location: location.nullish(),
  seen,
});
export const setEventClubsInput = z.object({ id, club_ids: idList, seen });
export const eventClubInput = z.object({ id, club_id: id });
export const eventClubs = z.object({ clubs: z.array(eventClub) });
