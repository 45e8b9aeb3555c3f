import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Event } from '#server/contract/schemas/events.ts';
import classes from './event-galleries.module.css';

/** The number of galleries of an event, as a link if there are any. */
export function EventGalleries({ event }: { event: Event }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const text = t('galleries.count', { count: event.gallery_count, n: number(event.gallery_count) });
  if (event.gallery_count === 0) return <span>{text}</span>;
  return (
    <AnchorLink
      inherit
      className={classes.galleries}
      fw={600}
      to="/events/$eventId/galleries"
      params={{ eventId: event.id }}
      aria-label={t('galleries.count_of', {
        name: event.name,
        count: event.gallery_count,
        n: number(event.gallery_count),
      })}
    >
      {text}
    </AnchorLink>
  );
}
