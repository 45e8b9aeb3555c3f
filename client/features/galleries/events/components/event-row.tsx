import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DateTile } from '#client/components/ui/data/date-tile.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { isolate } from '#client/lib/isolate.ts';
import type { Event } from '#server/contract/schemas/events.ts';
import classes from './event-row.module.css';

/** An event in one line. */
export function EventRow({ event }: { event: Event }) {
  const { t } = useTranslation();
  const { longDate, number, weekday } = useFormat();
  return (
    <li className={classes.row}>
      <DateTile date={event.event_date} past={event.is_past} />
      <div className={classes.words}>
        <Link to="/events/$eventId/galleries" params={{ eventId: event.id }} className={classes.name}>
          {event.name}
        </Link>
        <span className={classes.fact}>
          {event.location
            ? `${weekday(event.event_date)} · ${isolate(event.location)}`
            : longDate(event.event_date)}
        </span>
        {event.club_names && <span className={classes.fact}>{event.club_names}</span>}
        {event.gallery_count > 0 && (
          <span className={classes.fact}>
            {t('galleries.count', { count: event.gallery_count, n: number(event.gallery_count) })}
          </span>
        )}
      </div>
    </li>
  );
}
