import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { useEvents } from '#client/features/galleries/events/api/list-events.ts';
import { EventRow } from '#client/features/galleries/events/components/event-row.tsx';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { useToday } from '#client/hooks/use-today.ts';
import classes from '../dashboard-page.module.css';
import { nextEventsInput, nextEventsShown } from './next-events-input.ts';

const skeletonRows = Array.from({ length: nextEventsShown }, (_, row) => row);

export function NextEvents() {
  const { t } = useTranslation();
  const { data, error } = useEvents(nextEventsInput(useToday()), !usePublicSettings().pending);
  return (
    <section>
      <div className={classes.heading}>
        <h2 className={classes.title}>{t('dashboard.next_events')}</h2>
        <AnchorLink to="/events">{t('dashboard.all_events')}</AnchorLink>
      </div>
      {data?.events.length === 0 && <p className={classes.none}>{t('dashboard.no_events')}</p>}
      {error && !data && <p className={classes.none}>{t('common.load_failed')}</p>}
      <ul className={classes.list}>
        {data?.events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
        {!data && !error && skeletonRows.map((row) => <Skeleton key={row} h={68} my={12} component="li" />)}
      </ul>
    </section>
  );
}
