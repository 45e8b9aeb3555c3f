import express, { type Router } from 'express';
import type { Needs } from '#server/app-context.ts';
import { AppError } from '#server/contract/app-error.ts';
import { readCalendar } from '#server/features/clubs/calendar/calendar-feed.ts';

const suffix = '.ics';

/** GET of a calendar feed. Calendar programs send no account: the address is the proof. */
export function calendarRoute(ctx: Needs<'db' | 'clock' | 'publicUrl'>): Router {
  const router = express.Router();
  router.get('/calendar/:file', async (req, res) => {
    const { file } = req.params;
    if (!file.endsWith(suffix)) throw new AppError('calendar_feed_not_found');
    const text = await readCalendar(ctx, file.slice(0, -suffix.length));
    // Express adds the ETag and answers 304 where it is known.
    res.set('Cache-Control', 'private, no-cache').type('text/calendar').send(text);
  });
  return router;
}
