import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { formatDate } from '#server/features/administration/mail/rendering/format-date.ts';
import { writeCalendar } from '#server/features/clubs/calendar/write-calendar.ts';

const updated_at = new Date('2026-04-05T06:07:08Z');
const texts = { name: 'Cup', description: '', location: '', club_names: 'TSV', updated_at };

test.each(['0001-01-01', '0999-12-31', '1583-10-15', '2024-02-29', '2026-12-31', '9999-12-30', '9999-12-31'])(
  'the event of %s is that one day, and nobody is busy then',
  (event_date) => {
    const text = writeCalendar([{ id: 'a', event_date, ...texts }], 'de', 'https://club.example');
    const calendar = new ICAL.Component(ICAL.parse(text));
    const [component] = calendar.getAllSubcomponents('vevent');
    const event = new ICAL.Event(component);
    const { isDate, year, month, day } = event.startDate;
    expect([isDate, year, month, day]).toEqual([true, ...event_date.split('-').map(Number)]);
    expect(event.duration.toSeconds()).toBe(86_400);
    expect(component?.getFirstPropertyValue('transp')).toBe('TRANSPARENT');
    for (const [, date = ''] of text.matchAll(/^DT(?:START|END)[^:]*:(.*)\r$/gm))
      expect(date).toMatch(/^\d{8}$/);
    expect(formatDate('en', new Date(event_date))).toContain(String(Number(event_date.slice(0, 4))));
  },
);
