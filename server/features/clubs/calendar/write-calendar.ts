import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import type { LanguageCode } from '#server/contract/languages.ts';
import { dayMs } from '#server/contract/lifetimes.ts';
import type { CalendarEvent } from './calendar.repository.ts';

const names: Record<LanguageCode, string> = {
  en: 'Events of my clubs',
  de: 'Termine meiner Vereine',
};
/** How often calendar programs are asked to read the feed again. */
const refreshSeconds = 6 * 60 * 60;

const LAST_DATE = '9999-12-31';

/**
 * Events as iCalendar text (RFC 5545). An event is a calendar date, so it is written as one (VALUE=DATE) and is the
 * same day in every time zone. The text depends on the events alone, so that unchanged events have an unchanged ETag.
 */
export function writeCalendar(
  events: readonly CalendarEvent[],
  language: LanguageCode,
  publicUrl: string | null,
): string {
  const calendar = ical({
    name: names[language],
    prodId: { company: 'Clublens', product: 'Calendar', language: language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  });
  for (const event of events) {
    const start = new Date(`${event.event_date}T00:00:00Z`);
    calendar.createEvent({
      id: `${event.id}@clublens`,
      summary: event.name,
      description: [event.club_names, event.description].filter(Boolean).join('\n\n'),
      location: event.location,
      url: publicUrl && `${publicUrl}/events/${event.id}/galleries`,
      allDay: true,
      start,
      // The first day after it. Without one it is a single day too (RFC 5545, 3.6.1): years have four digits.
      end: event.event_date === LAST_DATE ? null : new Date(start.getTime() + dayMs),
      // A date without a time says nothing about who is busy when.
      transparency: ICalEventTransparency.TRANSPARENT,
      stamp: event.updated_at,
      lastModified: event.updated_at,
    });
  }
  return calendar.toString();
}
