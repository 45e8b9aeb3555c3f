import type { AppContext } from '#server/app-context.ts';
import { addDays } from '#server/contract/calendar-dates.ts';
import { slugFromName } from '#server/contract/slug.ts';
import { actingAs, type DemoIds } from './accounts.ts';
import type { ClubKey, DemoWords } from './words.ts';

/** Days of the week, from Monday. */
const FRIDAY = 4;
const SATURDAY = 5;

type When = { inWeeks: number; day: typeof FRIDAY | typeof SATURDAY } | 'next July';

/** Evenings on Fridays, the rest on Saturdays, and the summer party in summer, whenever the demo is made. */
const events: { key: string; clubs: ClubKey[]; when: When }[] = [
  { key: 'carnival', clubs: ['home'], when: { inWeeks: -17, day: SATURDAY } },
  { key: 'volunteers', clubs: ['home'], when: { inWeeks: -9, day: FRIDAY } },
  { key: 'portraits', clubs: ['home', 'guest'], when: { inWeeks: -6, day: SATURDAY } },
  { key: 'opening', clubs: ['home', 'guest'], when: { inWeeks: -3, day: FRIDAY } },
  { key: 'cup', clubs: ['home'], when: { inWeeks: -1, day: SATURDAY } },
  { key: 'league', clubs: ['home'], when: { inWeeks: 1, day: SATURDAY } },
  { key: 'run', clubs: ['guest'], when: { inWeeks: 2, day: SATURDAY } },
  { key: 'youth', clubs: ['home'], when: { inWeeks: 3, day: SATURDAY } },
  { key: 'general', clubs: ['home'], when: { inWeeks: 4, day: FRIDAY } },
  { key: 'summer', clubs: ['home', 'guest'], when: 'next July' },
];

/** The date, YYYY-MM-DD: of a week counted from the one of today, or the first Saturday of July at least two weeks ahead. */
export function dateOf(when: When, today: string): string {
  const daysTo = (date: string, day: number) => day - ((new Date(date).getUTCDay() + 6) % 7);
  if (when !== 'next July') return addDays(today, daysTo(today, when.day) + when.inWeeks * 7);
  const year = Number(today.slice(0, 4));
  const saturdays = [year, year + 1].map((each) => {
    const first = `${each}-07-01`;
    return addDays(first, (daysTo(first, SATURDAY) + 7) % 7);
  });
  return saturdays.find((date) => date >= addDays(today, 14)) as string;
}

/** The oldest first, so that the newest gallery is the newest event's. The yearbook is visible to its photographer and administrators only. */
const galleries = [
  { key: 'yearbook', event: 'portraits', visibility: 'private' },
  { key: 'carnival', event: 'carnival', visibility: 'club_restricted' },
  { key: 'volunteers', event: 'volunteers', visibility: 'club_restricted' },
  { key: 'portraits', event: 'portraits', visibility: 'public' },
  { key: 'opening', event: 'opening', visibility: 'club_restricted' },
  { key: 'cup', event: 'cup', visibility: 'club_restricted' },
] as const;

export interface DemoGallery {
  key: string;
  id: string;
  event_date: string;
}

/** Ten events of a season and the galleries of those that are over; what is there already stays. */
export async function makeEventsAndGalleries(
  ctx: AppContext,
  ids: DemoIds,
  clubs: Record<ClubKey, string>,
  words: DemoWords,
): Promise<DemoGallery[]> {
  const made = new Map<string, { id: string; event_date: string }>();
  for (const { key, clubs: keys, when } of events) {
    const text = words.events[key];
    if (!text) throw new Error(`The event ${key} has no words`);
    const wish = {
      ...text,
      date: dateOf(when, ctx.clock.today()),
      club_ids: keys.map((club) => clubs[club]),
    };
    made.set(key, await makeEvent(ctx, ids, wish));
  }
  const filled: DemoGallery[] = [];
  for (const { key, event: eventKey, visibility } of galleries) {
    const event = made.get(eventKey);
    const name = words.galleries[key];
    if (!event || !name) throw new Error(`The gallery ${key} has no event or no name`);
    const id = await makeGallery(ctx, ids, { name, event_id: event.id, visibility }, event.event_date);
    filled.push({ key, id, event_date: event.event_date });
  }
  return filled;
}

interface EventWish {
  name: string;
  location: string;
  description: string;
  date: string;
  club_ids: string[];
}

async function makeEvent(ctx: AppContext, ids: DemoIds, { date, club_ids, ...text }: EventWish) {
  const slug = slugFromName(text.name);
  const find = ctx.db.selectFrom('event').select(['id', 'event_date']).where('slug', '=', slug);
  const found = await find.executeTakeFirst();
  if (found) return found;
  const photographer = await actingAs(ctx, ids.paul);
  // New events lie ahead of us; one that is over can only have been made earlier.
  const tomorrow = addDays(ctx.clock.today(), 1);
  const event_date = date < tomorrow ? tomorrow : date;
  const event = await photographer.events.create({ ...text, slug, event_date });
  await photographer.events.setClubs({ id: event.id, club_ids });
  if (date !== event_date)
    await ctx.db.updateTable('event').set({ event_date: date }).where('id', '=', event.id).execute();
  return find.executeTakeFirstOrThrow();
}

interface GalleryWish {
  name: string;
  event_id: string;
  visibility: 'private' | 'club_restricted' | 'public';
}

/** The gallery is as old as its event. */
async function makeGallery(ctx: AppContext, ids: DemoIds, wish: GalleryWish, date: string): Promise<string> {
  const found = await ctx.db
    .selectFrom('gallery')
    .select('id')
    .where('name', '=', wish.name)
    .where('event_id', '=', wish.event_id)
    .executeTakeFirst();
  if (found) return found.id;
  const photographer = await actingAs(ctx, ids.paul);
  const { id } = await photographer.galleries.create({ ...wish, photographer_id: ids.paul });
  const created_at = new Date(`${date}T22:30:00`);
  await ctx.db.updateTable('gallery').set({ created_at }).where('id', '=', id).execute();
  return id;
}

/** One link for everybody who has it and one with a password. Answers where the second leads. */
export async function createShareLinks(
  ctx: AppContext,
  ids: DemoIds,
  galleryId: string,
  words: DemoWords,
): Promise<string> {
  const photographer = await actingAs(ctx, ids.paul);
  const { links } = await photographer.shareLinks.list({ id: galleryId });
  const { parents, press } = words.links;
  if (!links.some(({ name }) => name === parents))
    await photographer.shareLinks.create({ id: galleryId, name: parents });
  const there = links.find(({ name }) => name === press);
  const link =
    there ??
    (await photographer.shareLinks.create({ id: galleryId, name: press, password: words.linkPassword }));
  return `/gallery/shared/${link.token}`;
}
