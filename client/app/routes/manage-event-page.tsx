import { Button } from '@mantine/core';
import { useParams, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DateTile } from '#client/components/ui/data/date-tile.tsx';
import { useBulk } from '#client/components/ui/data/use-bulk.tsx';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { NotAvailable } from '#client/components/ui/feedback/not-available.tsx';
import { PageSkeleton } from '#client/components/ui/feedback/page-skeleton.tsx';
import { StatusBadge } from '#client/components/ui/feedback/status-badge.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { PageTabs } from '#client/components/ui/layout/page-tabs.tsx';
import { useClubSearch } from '#client/features/clubs/clubs/api/search-clubs.ts';
import { useEvent } from '#client/features/galleries/events/api/get-event.ts';
import { useDeleteEvent } from '#client/features/galleries/events/api/save-event.ts';
import { EventClubsPanel } from '#client/features/galleries/events/components/event-clubs-panel.tsx';
import { EventDetails } from '#client/features/galleries/events/components/event-details.tsx';
import { useCan } from '#client/hooks/use-can.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconPlus } from '#client/icons/plus.ts';
import { IconTrash } from '#client/icons/trash.ts';
import { isCode } from '#client/lib/error-message.ts';
import type { EventDetail } from '#server/contract/schemas/events.ts';

const back = '/events';

export function ManageEventPage() {
  const { t } = useTranslation();
  const { eventId } = useParams({ from: '/signed-in/events/$eventId/manage' });
  const { data: event, error, refetch } = useEvent(eventId);

  if (isCode(error, 'event_not_found'))
    return <NotAvailable kind="missing" text={t('errors.event_not_found')} back={back} />;
  if (isCode(error, 'event_forbidden') || event?.permissions.can_manage === false)
    return <NotAvailable kind="forbidden" text={t('errors.event_forbidden')} back={back} />;
  if (error && !event)
    return (
      <Page>
        <ErrorState title={t('failed.event_load')} error={error} onRetry={() => void refetch()} />
      </Page>
    );
  return event ? <ManageEvent event={event} /> : <PageSkeleton />;
}

function ManageEvent({ event }: { event: EventDetail }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const router = useRouter();
  const mayCreateGallery = useCan('gallery.create');
  const deletion = useDeleteEvent();
  const { run, progress } = useBulk();

  const remove = () =>
    run({
      kind: 'delete_events',
      ids: [event.id],
      nameOf: () => event.name,
      work: (id) => deletion.mutateAsync({ id }),
      after: (deleted) => {
        if (deleted.length > 0) void router.navigate({ to: back });
      },
    });

  return (
    <Page>
      <PageHeader
        title={event.name}
        back={event.is_past ? `${back}?status=past` : back}
        mark={<DateTile date={event.event_date} past={event.is_past} />}
        facts={
          <>
            <StatusBadge tone={event.is_past ? 'quiet' : 'info'}>
              {t(event.is_past ? 'events.past' : 'events.upcoming')}
            </StatusBadge>
            <span>
              {t('galleries.count', { count: event.gallery_count, n: number(event.gallery_count) })}
            </span>
            <span>
              {t('manage_event.photos', { count: event.photo_count, n: number(event.photo_count) })}
            </span>
          </>
        }
        actions={
          <>
            {mayCreateGallery && (
              <ButtonLink
                leftSection={<IconPlus size={18} />}
                to="/admin/gallery/create"
                search={{ event: event.id }}
              >
                {t('galleries.create')}
              </ButtonLink>
            )}
            {event.permissions.can_delete && (
              <Button
                variant="default"
                c="var(--cl-bad)"
                leftSection={<IconTrash size={18} />}
                loading={progress !== null}
                onClick={() => void remove()}
              >
                {t('manage_event.delete')}
              </Button>
            )}
          </>
        }
      />
      <PageTabs
        label={t('manage_event.tabs.label')}
        tabs={[
          {
            value: 'details',
            label: t('manage_event.tabs.details'),
            panel: <EventDetails event={event} />,
          },
          {
            value: 'clubs',
            label: t('manage_event.tabs.clubs'),
            count: event.clubs.length,
            panel: <EventClubsPanel event={event} useClubSearch={useClubSearch} />,
          },
        ]}
      />
    </Page>
  );
}
