import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { addYears } from '#server/contract/calendar-dates.ts';
import { fallbackLanguage } from '#server/contract/languages.ts';
import type { CalendarFeed } from '#server/contract/schemas/calendar.ts';
import { hashToken, newId } from '#server/ids.ts';
import type { SignedIn } from '#server/trpc/request-context.ts';
import { findFeed, findFeedReader, listCalendarEvents, saveFeed } from './calendar.repository.ts';
import { writeCalendar } from './write-calendar.ts';

type Dependencies = Needs<'db' | 'clock' | 'tokens'> & { viewer: SignedIn; origin: string };

/** The address of the viewer's feed, made anew from its row; the database holds the hash of its token alone. */
export async function getFeed(ctx: Dependencies): Promise<CalendarFeed> {
  const feed = await findFeed(ctx.db, ctx.viewer.id);
  if (!feed) return { created_at: null, url: null };
  const token = ctx.tokens.signCalendarFeed(feed.id);
  const url = hashToken(token).equals(feed.token_hash) ? feedUrl(ctx, token) : null;
  return { created_at: feed.created_at.toISOString(), url };
}

/** Makes an address, or replaces the one there is, which ends by this. */
export async function createFeed(ctx: Dependencies): Promise<CalendarFeed> {
  const feed = { id: newId(), created_at: ctx.clock.now() };
  const token = ctx.tokens.signCalendarFeed(feed.id);
  await saveFeed(ctx.db, ctx.viewer.id, { ...feed, token_hash: hashToken(token) });
  return { created_at: feed.created_at.toISOString(), url: feedUrl(ctx, token) };
}

/** Calendar programs keep what they read; older events would only make each reading longer. */
const feedPastYears = 1;

const feedUrl = (ctx: Dependencies, token: string) => `${ctx.origin}/api/calendar/${token}.ics`;

/**
 * The feed as iCalendar text. Which events it holds is decided at this moment.
 * @throws AppError calendar_feed_not_found
 */
export async function readCalendar(ctx: Needs<'db' | 'clock' | 'publicUrl'>, token: string): Promise<string> {
  const reader = await findFeedReader(ctx.db, hashToken(token));
  if (!reader) throw new AppError('calendar_feed_not_found');
  const events = await listCalendarEvents(ctx.db, reader.id, addYears(ctx.clock.today(), -feedPastYears));
  return writeCalendar(events, reader.language ?? fallbackLanguage, ctx.publicUrl);
}
