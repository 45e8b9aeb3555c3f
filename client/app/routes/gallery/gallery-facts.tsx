import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { photographerName } from '#client/features/galleries/galleries/components/photographer-name.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconCalendarEvent } from '#client/icons/calendar-event.ts';
import { IconCamera } from '#client/icons/camera.ts';
import { isolate } from '#client/lib/isolate.ts';
import type { Gallery } from '#server/contract/schemas/galleries.ts';
import classes from './gallery-facts.module.css';

interface GalleryFactsProps {
  gallery: Parameters<typeof photographerName>[0] & {
    name: string;
    event_name: Gallery['event_name'];
    /** Null where a link is to a person, in several galleries. */
    event_date: string | null;
    created_at: Gallery['created_at'];
  };
}

/** Event, photographer and day of a gallery, in the line under its name, which may be that of the event. */
export function GalleryFacts({ gallery }: GalleryFactsProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  return (
    <>
      <Fact label={t('galleries.event')} icon={IconCalendarEvent}>
        {gallery.event_name && gallery.event_date
          ? [
              ...(gallery.event_name === gallery.name ? [] : [isolate(gallery.event_name)]),
              date(gallery.event_date),
            ].join(' · ')
          : t('galleries.not_set')}
      </Fact>
      <Fact label={t('galleries.photographer')} icon={IconCamera}>
        {photographerName(gallery) || t('galleries.not_set')}
      </Fact>
      <span>
        {t('galleries.created')} {date(gallery.created_at)}
      </span>
    </>
  );
}

interface FactProps {
  label: string;
  icon: typeof IconCamera;
  children: ReactNode;
}

/** Its label is a picture. */
function Fact({ label, icon: Mark, children }: FactProps) {
  return (
    <span className={classes.fact} title={label}>
      <Mark size={16} stroke={1.7} role="img" aria-label={label} />
      <span>{children}</span>
    </span>
  );
}
