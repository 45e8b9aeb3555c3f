import type { AppContext } from '#server/app-context.ts';
import { slugFromName } from '#server/contract/slug.ts';
import { actingAs, type DemoIds } from './accounts.ts';
import type { ClubKey, DemoWords } from './words.ts';

const DAY_MS = 24 * 3_600_000;
const dateIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const events: { key: string; clubs: ClubKey[]; inDays: number }[] = [
  { key: 'carnival', clubs: ['home'], inDays: -118 },
  { key: 'volunteers', clubs: ['home'], inDays: -64 },
  { key: 'portraits', clubs: ['home', 'guest'], inDays: -41 },
  { key: 'opening', clubs: ['home', 'guest'], inDays: -16 },
  { key: 'cup', clubs: ['home'], inDays: -5 },
  { key: 'league', clubs: ['home'], inDays: 3 },
  { key: 'run', clubs: ['guest'], inDays: 9 },
  { key: 'youth', clubs: ['home'], inDays: 17 },
  { key: 'general', clubs: ['home'], inDays: 30 },
  { key: 'summer', clubs: ['home', 'guest'], inDays: 48 },
];

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
  for (const { key, clubs: keys, inDays } of events) {
    const text = words.events[key];
    if (!text) throw new Error(`The event ${key} has no words`);
    const wish = { ...text, inDays, club_ids: keys.map((club) => clubs[club]) };
    made.set(key, await makeEvent(ctx, ids, wish));
  }
  const filled: DemoGallery[] = [];
  for (const { key, event: eventKey, visibility } of galleries) {
    const event = made.get(eventKey);
    const name = words.galleries[key];
    if (!event || !name) throw new Error(`The gallery ${key} has no event or no name`);
    const id = await makeGallery(ctx, ids, { name, event_id: event.id, visibility });
    filled.push({ key, id, event_date: event.event_date });
  }
  return filled;
}

interface EventWish {
  name: string;
  location: string;
  description: string;
  inDays: number;
  club_ids: string[];
}

async function makeEvent(ctx: AppContext, ids: DemoIds, { inDays, club_ids, ...text }: EventWish) {
  const slug = slugFromName(text.name);
  const find = ctx.db.selectFrom('event').select(['id', 'event_date']).where('slug', '=', slug);
  const found = await find.executeTakeFirst();
  if (found) return found;
  const photographer = await actingAs(ctx, ids.paul);
  // New events lie ahead of us; one that is over can only have been made earlier.
  const event = await photographer.events.create({ ...text, slug, event_date: dateIn(Math.max(inDays, 1)) });
  await photographer.events.setClubs({ id: event.id, club_ids });
  if (inDays < 0)
    await ctx.db
      .updateTable('event')
      .set({ event_date: dateIn(inDays) })
      .where('id', '=', event.id)
      .execute();
  return find.executeTakeFirstOrThrow();
}

interface GalleryWish {
  name: string;
  event_id: string;
  visibility: 'private' | 'club_restricted' | 'public';
}

async function makeGallery(ctx: AppContext, ids: DemoIds, wish: GalleryWish): Promise<string> {
  const found = await ctx.db
    .selectFrom('gallery')
    .select('id')
    .where('name', '=', wish.name)
    .where('event_id', '=', wish.event_id)
    .executeTakeFirst();
  if (found) return found.id;
  const photographer = await actingAs(ctx, ids.paul);
  return (await photographer.galleries.create({ ...wish, photographer_id: ids.paul })).id;
}

/** One link for everybody who has it and one with a password. Answers where the second leads. */
export async function createShareLinks(
  ctx: AppContext,
  ids: DemoIds,
  galleryId: string,
  words: DemoWords,
): Promise<string> {
  const photographer = await actingAs(ctx, ids.paul);
  const { links } = await photographer.links.list({ id: galleryId });
  const { parents, press } = words.links;
  if (!links.some(({ name }) => name === parents))
    await photographer.links.create({ id: galleryId, name: parents });
  const there = links.find(({ name }) => name === press);
  const link =
    there ?? (await photographer.links.create({ id: galleryId, name: press, password: words.linkPassword }));
  return `/gallery/shared/${link.token}`;
}
