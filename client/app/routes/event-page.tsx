import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CardGrid, CardGridSkeleton } from '#client/components/ui/data/card-grid.tsx';
import { DateTile } from '#client/components/ui/data/date-tile.tsx';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { EmptyState } from '#client/components/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { PageSkeleton } from '#client/components/ui/feedback/page-skeleton.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { useEvent } from '#client/features/galleries/events/api/get-event.ts';
import { galleriesInput, useGalleries } from '#client/features/galleries/galleries/api/list-galleries.ts';
import { GalleryCard } from '#client/features/galleries/galleries/components/gallery-card.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconMapPin } from '#client/icons/map-pin.ts';
import { IconPhoto } from '#client/icons/photo.ts';
import { IconPlus } from '#client/icons/plus.ts';
import { isCode } from '#client/lib/error-message.ts';
import type { EventDetail } from '#server/contract/schemas/events.ts';
import classes from './event-page.module.css';

/** /events/:id/galleries, for everybody who sees the event. */
export function EventPage() {
  const { t } = useTranslation();
  const { eventId } = useParams({ from: '/signed-in/events/$eventId/galleries' });
  const { data: event, error, refetch } = useEvent(eventId);
  if (error && (!event || isCode(error, 'event_not_found')))
    return (
      <Page>
        <ErrorState title={t('failed.event_load')} error={error} onRetry={() => void refetch()} />
      </Page>
    );
  return event ? <ShownEvent event={event} /> : <PageSkeleton />;
}

function ShownEvent({ event }: { event: EventDetail }) {
  const { t } = useTranslation();
  const { longDate } = useFormat();
  const search = { event: event.id };
  const { data, error, isPending, refetch } = useGalleries(galleriesInput(search));
  const { can_add_gallery, can_manage } = event.permissions;
  return (
    <Page>
      <PageHeader
        title={event.name}
        back={event.is_past ? '/events?status=past' : '/events'}
        mark={<DateTile date={event.event_date} past={event.is_past} />}
        facts={
          <>
            <span>{longDate(event.event_date)}</span>
            {event.location && (
              <span className={classes.place}>
                <IconMapPin size={16} stroke={1.7} />
                {event.location}
              </span>
            )}
            {event.club_names && <span>{event.club_names}</span>}
          </>
        }
        actions={
          <>
            {can_add_gallery && (
              <ButtonLink leftSection={<IconPlus size={18} />} to="/admin/gallery/create" search={search}>
                {t('galleries.create')}
              </ButtonLink>
            )}
            {can_manage && (
              <ButtonLink variant="default" to="/events/$eventId/manage" params={{ eventId: event.id }}>
                {t('events.manage')}
              </ButtonLink>
            )}
          </>
        }
      />
      {event.description && <p className={classes.description}>{event.description}</p>}
      {error && !data && (
        <ErrorState title={t('failed.galleries_load')} error={error} onRetry={() => void refetch()} />
      )}
      {isPending && <CardGridSkeleton height={260} pictures />}
      {data?.total === 0 && <EmptyState icon={IconPhoto} title={t('events.no_galleries')} />}
      <CardGrid label={t('galleries.title')} pictures>
        {data?.galleries.map((gallery) => (
          <GalleryCard key={gallery.id} gallery={gallery} />
        ))}
      </CardGrid>
      {data && data.total > data.galleries.length && (
        <ButtonLink variant="default" to="/gallery" search={search}>
          {t('common.show_all')}
        </ButtonLink>
      )}
    </Page>
  );
}
